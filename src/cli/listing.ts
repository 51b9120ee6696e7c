import { Command, Option, InvalidArgumentError } from 'commander';
import type { LimitArgument } from '../core/reads/operator-lists.js';
import type { Statement } from '../database/sql/statement.js';

export class OperatorCommand extends Command {
  /** Adds examples at the end of the help. */
  examples(...commands: readonly string[]): this {
    const heading = commands.length > 1 ? 'Examples' : 'Example';
    return this.addHelpText('after', `\n${heading}:\n${commands.map((command) => `  ${command}`).join('\n')}`);
  }
}

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

/** Creates the parser of a numeric argument. */
export const numberMatching =
  (pattern: RegExp, requirement: string) =>
  (text: string): number => {
    if (!pattern.test(text)) throw new InvalidArgumentError(`Must be ${requirement}.`);
    return Number(text);
  };

/** Parses an ID or a count. */
export const positiveNumber = numberMatching(/^[1-9]\d{0,14}$/, 'a positive whole number');

/** A column of a printed table. */
export interface TextColumn<Row> {
  readonly heading: string;
  /** Numbers are right-aligned. */
  readonly isNumber?: true;
  readonly cell: (row: Row) => string;
}

/** Formats rows as a table for a terminal: a heading line, then one line per row. */
export function textTable<Row>(columns: readonly TextColumn<Row>[], rows: readonly Row[]): string {
  const cells = columns.map(({ heading, cell }) => [heading, ...rows.map((row) => printable(cell(row)))]);
  const widths = cells.map((column) => Math.max(...column.map(({ length }) => length)));
  const lines = Array.from({ length: rows.length + 1 }, (_, line) =>
    columns.map(({ isNumber }, place) => {
      const [text, width] = [cells[place]?.[line] ?? '', widths[place] ?? 0];
      return isNumber ? text.padStart(width) : text.padEnd(width);
    }),
  );
  return lines.map((line) => line.join('  ').trimEnd()).join('\n');
}

/** Untrusted text, such as application names, must not inject terminal control sequences. */
const printable = (text: string): string => text.replaceAll(/\p{C}/gu, '?');
