import { Option } from 'commander';
import type { Limited } from '../reads/operator-lists.js';
import { createRun, type Statement } from '../reads/statement.js';
import { positiveNumber } from './positive-number.js';
import { textTable, type TextColumn } from './text-table.js';
import { withDatabase } from './with-database.js';

/** What every list takes. */
export interface ListOptions {
  readonly limit: number;
  readonly json: boolean;
}

export const limitOption = (): Option =>
  new Option('--limit <n>', 'so many at most').argParser(positiveNumber).default(100);
export const jsonOption = (): Option => new Option('--json', 'as JSON, for programs').default(false);

interface Listing<Arguments, Row> {
  readonly statement: Statement<Arguments & Limited, Row>;
  readonly columns: readonly TextColumn<Row>[];
  /** What is said where there is none. */
  readonly nothing: string;
}

/** Prints what a statement finds as a table, or as JSON. */
export async function list<Arguments, Row>(
  { statement, columns, nothing }: Listing<Arguments, Row>,
  wanted: Arguments,
  { limit, json }: ListOptions,
): Promise<void> {
  const rows = await withDatabase(({ pool }, { database }) =>
    createRun(pool, database)(statement, { ...wanted, most: limit + 1 }),
  );
  const shown = rows.slice(0, limit);
  const table = shown.length === 0 ? nothing : textTable(columns, shown);
  process.stdout.write(`${json ? JSON.stringify(shown, null, 2) : table}\n`);
  if (rows.length > limit) process.stderr.write(`There are more than ${limit}: --limit ${limit * 10} shows more.\n`);
}

/** `2026-11-21 08:30` of an ISO text; `-` of null. */
export const shortTime = (time: string | null): string => time?.slice(0, 16).replace('T', ' ') ?? '-';
