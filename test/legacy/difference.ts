import type pg from 'pg';
import type { Comparison } from './comparisons/comparison.js';
import type { Maria } from './maria.js';

type Row = readonly (string | null)[];

/** Rows that only one side has: their number, and the first ones. */
export interface Difference {
  readonly missing: number;
  readonly unexpected: number;
  readonly examples: readonly { readonly missing?: string; readonly unexpected?: string }[];
}

export const NO_DIFFERENCE: Difference = { missing: 0, unexpected: 0, examples: [] };
const EXAMPLES = 3;

/** Compares two multisets of rows. */
export function differenceOf(expected: readonly Row[], found: readonly Row[]): Difference {
  const missing = without(expected, found);
  const unexpected = without(found, expected);
  return {
    missing: missing.length,
    unexpected: unexpected.length,
    examples: [
      ...missing.slice(0, EXAMPLES).map((row) => ({ missing: row })),
      ...unexpected.slice(0, EXAMPLES).map((row) => ({ unexpected: row })),
    ],
  };
}

function without(rows: readonly Row[], others: readonly Row[]): string[] {
  const counts = new Map<string, number>();
  for (const row of others) counts.set(JSON.stringify(row), (counts.get(JSON.stringify(row)) ?? 0) + 1);
  return rows
    .map((row) => JSON.stringify(row))
    .filter((row) => {
      const left = counts.get(row) ?? 0;
      counts.set(row, left - 1);
      return left <= 0;
    });
}

/** The rows of a query, each value as text; null stays null. */
export async function rowsOf(pool: pg.Pool, text: string): Promise<Row[]> {
  const types = { getTypeParser: () => (value: string) => value };
  const { rows } = await pool.query<(string | null)[]>({ text, rowMode: 'array', types });
  return rows;
}

/** The differences between the imported database and the legacy one. */
export async function difference(
  maria: Maria,
  database: string,
  pool: pg.Pool,
  asked: Comparison,
): Promise<Difference> {
  const expected = await maria.rows(database, asked.legacy);
  if (expected.length === 0)
    throw new Error(`The legacy database holds no rows for ${asked.what}: nothing is compared`);
  return differenceOf(expected, await rowsOf(pool, asked.lectern));
}
