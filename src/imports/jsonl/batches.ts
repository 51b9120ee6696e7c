import type { z } from 'zod';
import type { exportedImage } from '../../exports/header.js';
import type { Line } from './lines.js';
import { readContent } from './read-line.js';

/** Rows of one table that go in together. */
export interface Batch {
  readonly table: string;
  readonly rows: Readonly<Record<string, unknown>>[];
  /** The numbers of the lines between which they stand. */
  readonly first: number;
  last: number;
}

const ROWS_AT_ONCE = 500;
/** Texts may be long: few of those are few megabytes. */
const CHARACTERS_AT_ONCE = 1_000_000;

/** What stands in the lines behind the header, in their order: rows some at a time, images one by one. */
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
