import pg from 'pg';
import { pgConfig } from '../../src/database/orm.js';
import type { TestDatabase } from '../support/database.js';

/** A statement as sent by a Lectern. */
export interface Asked {
  readonly text: string;
  readonly values: readonly (string | null)[];
}

/** PostgreSQL's result. */
export interface Answered {
  readonly parameters: readonly string[];
  /** Types by column name. */
  readonly columns: Readonly<Record<string, string>>;
  /** Number of rows found or written. */
  readonly rows: number;
}

export type Recorded = Asked & Answered;

/** Repeats all statements in order; a failure is recorded by its message, and the rest continues. */
export async function replay({ address }: TestDatabase, session: readonly Asked[]): Promise<(Answered | string)[]> {
  const client = new pg.Client(pgConfig(address));
  await client.connect();
  try {
    const { rows } = await client.query<{ oid: number; name: string }>(
      'select oid, format_type(oid, null) as name from pg_type',
    );
    const types = new Map(rows.map(({ oid, name }) => [oid, name]));
    const answers: (Answered | string)[] = [];
    for (const asked of session) answers.push(await answerOf(client, asked, types));
    return answers;
  } finally {
    await client.end();
  }
}

async function answerOf(
  client: pg.Client,
  { text, values }: Asked,
  types: ReadonlyMap<number, string>,
): Promise<Answered | string> {
  try {
    const parameters = values.length > 0 ? await parametersOf(client, text) : [];
    const { fields, rowCount } = await client.query(text, [...values]);
    const columns = fields.map(({ name, dataTypeID }) => [name, types.get(dataTypeID) ?? '']);
    return { parameters, columns: Object.fromEntries(columns) as Record<string, string>, rows: rowCount ?? 0 };
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error.message;
    throw error;
  }
}

async function parametersOf(client: pg.Client, text: string): Promise<readonly string[]> {
  await client.query(`prepare repeated as ${text}`);
  const { rows } = await client.query<{ types: string[] }>(
    "select parameter_types::text[] as types from pg_prepared_statements where name = 'repeated'",
  );
  await client.query('deallocate repeated');
  return rows[0]?.types ?? [];
}

/** Failures of a Lectern that sends the recorded statements: a line for each. Additional columns are harmless. */
export function stumbles(recorded: readonly Recorded[], answers: readonly (Answered | string)[]): string[] {
  const lines = recorded.flatMap((before, index) => {
    const now = answers[index] ?? 'The statement was not repeated';
    const troubles = typeof now === 'string' ? [now] : differences(before, now);
    return troubles.map((trouble) => `${trouble}: ${before.text.replace(/\s+/g, ' ').trim()}`);
  });
  return [...new Set(lines)];
}

function differences(before: Answered, now: Answered): string[] {
  const changed = Object.entries(before.columns).filter(([name, type]) => now.columns[name] !== type);
  return [
    ...(String(before.parameters) === String(now.parameters)
      ? []
      : [`The parameters are (${now.parameters.join(', ')})`]),
    ...changed.map(([name, type]) => `The column "${name}" was ${type} and is ${now.columns[name] ?? 'gone'}`),
    ...(before.rows > 0 && now.rows === 0 ? ['It finds nothing to read or write'] : []),
  ];
}
