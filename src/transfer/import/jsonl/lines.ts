import type { z } from 'zod';
import { OperatorError } from '../../../config/operator-error.js';
import { exportedImage, exportedRow, exportHeader, type ExportHeader } from '../../export/format.js';

/** A line of the input and its number, counted from 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/**
 * Splits a stream into lines, without line breaks and empty lines. (readline would also split at U+2028, which JSON
 * allows.)
 *
 * @throws OperatorError when the input is not UTF-8, such as a compressed file
 */
export async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<Line, undefined> {
  const decode = strictDecoder();
  let number = 0;
  let partial = '';
  const ended = (texts: readonly string[]): Line[] =>
    texts.map((text) => ({ number: ++number, text })).filter(({ text }) => text.trim() !== '');
  for await (const chunk of input) {
    const texts = (partial + decode(chunk)).split('\n');
    partial = texts.pop() ?? '';
    yield* ended(texts);
  }
  yield* ended([partial + decode()]);
}

/** Decodes a stream chunk by chunk; call without an argument at the end. */
function strictDecoder(): (chunk?: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (chunk) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (cause) {
      throw new OperatorError('The input is not UTF-8, so it is not a Lectern export: is it still compressed?', {
        cause,
      });
    }
  };
}

const exportedLine = exportedRow.or(exportedImage);

/** The content of a line after the header. */
type Content = z.infer<typeof exportedLine>;

/** @throws OperatorError when the first line is not a header that this version supports */
export function readHeader(line: Line | undefined): ExportHeader {
  const { success, data } = exportHeader.safeParse(parsed(line));
  if (success) return data;
  throw new OperatorError('This is not a Lectern export, or it is from a newer version: the header is not supported.');
}

/** @throws OperatorError when the line is neither a row nor an image */
function readContent(line: Line): Content {
  const { success, data } = exportedLine.safeParse(parsed(line));
  if (success) return data;
  throw new OperatorError(`Line ${line.number} is neither a row nor an image. Nothing was changed.`);
}

/** Undefined for invalid JSON, which the schemas then reject. */
function parsed(line: Line | undefined): unknown {
  try {
    return line && JSON.parse(line.text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Rows of one table that are inserted together. */
export interface Batch {
  readonly table: string;
  readonly rows: Readonly<Record<string, unknown>>[];
  /** The first and last line numbers. */
  readonly first: number;
  last: number;
}

const BATCH_ROWS = 500;
/** Bounds the memory of a batch with long texts to a few MB. */
const BATCH_CHARACTERS = 1_000_000;

/** Groups the lines after the header, in order: rows in batches, images one by one. */
export async function* batchesOf(lines: AsyncIterable<Line>): AsyncGenerator<Batch | z.infer<typeof exportedImage>> {
  let batch: Batch | null = null;
  let characters = 0;
  for await (const line of lines) {
    const content = readContent(line);
    const belongs = 'row' in content && content.table === batch?.table;
    if (batch && !(belongs && batch.rows.length < BATCH_ROWS && characters < BATCH_CHARACTERS)) {
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
