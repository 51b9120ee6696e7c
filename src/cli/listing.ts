import { Option } from 'commander';
import type { LimitArgument } from '../core/reads/operator-lists.js';
import type { Statement } from '../database/sql/statement.js';
import { positiveNumber } from './whole-number.js';
import { textTable, type TextColumn } from './text-table.js';

/** Options of every list command. */
export interface ListOptions {
  readonly limit: number;
  readonly json: boolean;
}

export const limitOption = (): Option =>
  new Option('--limit <n>', 'maximum number of rows').argParser(positiveNumber).default(100);
export const jsonOption = (): Option => new Option('--json', 'print JSON').default(false);

interface Listing<Arguments, Row> {
  readonly statement: Statement<Arguments & LimitArgument, Row>;
  readonly columns: readonly TextColumn<Row>[];
  /** Printed for an empty result. */
  readonly emptyText: string;
}

/** Prints the result of a statement as a table or as JSON. */
export async function list<Arguments, Row>(
  { statement, columns, emptyText }: Listing<Arguments, Row>,
  args: Arguments,
  { limit, json }: ListOptions,
): Promise<void> {
  // Loaded lazily: other commands use the options of this file without a database.
  const { createRun } = await import('../core/transaction/run.js');
  const { withDatabase } = await import('./with-database.js');
  const rows = await withDatabase(({ pool }, { database }) =>
    createRun(pool, database)(statement, { ...args, limit: limit + 1 }),
  );
  const shown = rows.slice(0, limit);
  const table = shown.length === 0 ? emptyText : textTable(columns, shown);
  process.stdout.write(`${json ? JSON.stringify(shown, null, 2) : table}\n`);
  if (rows.length > limit) process.stderr.write(`More than ${limit} rows: show more with --limit ${limit * 10}.\n`);
}

/** Formats an ISO timestamp as `2026-11-21 08:30`, and null as `-`. */
export const shortTime = (time: string | null): string => time?.slice(0, 16).replace('T', ' ') ?? '-';
