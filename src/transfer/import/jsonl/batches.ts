import type { z } from 'zod';
import type { exportedImage } from '../../export/header.js';
import type { Line } from './lines.js';
import { readContent } from './read-line.js';

/** Rows of one table that are inserted together. */
export interface Batch {
  readonly table: string;
  readonly rows: Readonly<Record<string, unknown>>[];
  /** The first and last line numbers. */
  readonly first: number;
  last: number;
}

const ROWS_AT_ONCE = 500;
/** Bounds the memory of a batch with long texts to a few MB. */
const CHARACTERS_AT_ONCE = 1_000_000;

/** Groups the lines after the header, in order: rows in batches, images one by one. */
export async function* batchesOf(lines: AsyncIterable<Line>): AsyncGenerator<Batch | z.infer<typeof exportedImage>> {
  let batch: Batch | null = null;
  let characters = 0;
  for await (const line of lines) {
    const content = readContent(line);
    const belongs = 'row' in content && content.table === batch?.table;
    if (batch && !(belongs && batch.rows.length < ROWS_AT_ONCE && characters < CHARACTERS_AT_ONCE)) {
      yield batch;
      batch = null;
    }
    if ('image' in content) {
      yield content;
      continue;
    }
    if (!batch) characters = 0;
    batch ??= { table: content.table, rows: [], first: line.number, last: line.number };
    batch.rows.push(content.row);
    batch.last = line.number;
    characters += line.text.length;
  }
  if (batch) yield batch;
}
