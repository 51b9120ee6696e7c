import type { ClientBase } from 'pg';
import type { LegacyRow } from './source.js';
import { reference } from '../../values.js';

/** The columns of imported rows that referencing rows need. */
export interface KnownRows {
  readonly users: { readonly id: number; readonly name: string };
  readonly events: { readonly id: number; readonly startsAt: string; readonly tags: readonly string[] };
  readonly tracks: { readonly id: number; readonly eventId: number };
  readonly talks: { readonly id: number; readonly eventId: number; readonly startsAt: string };
  readonly talk_speakers: {
    readonly id: number;
    readonly eventId: number;
    readonly talkId: number;
    readonly userId: number | null;
  };
  readonly event_comments: { readonly id: number; readonly eventId: number };
  readonly talk_comments: { readonly id: number; readonly eventId: number };
}

type KnownTable = keyof KnownRows;
/** Maps a table to the columns of a legacy row that reference it. */
export type Refers = Readonly<Partial<Record<KnownTable, readonly string[]>>>;
/** The rows that a batch references, by ID. A missing row does not exist or was skipped. */
export type Known<References extends Refers> = {
  readonly [Table in keyof References & KnownTable]: ReadonlyMap<number | null, KnownRows[Table]>;
};

const UTC = `at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'`;
const selected: Readonly<Record<KnownTable, string>> = {
  users: `coalesce(nullif(trim(full_name), ''), username) as name`,
  events: `to_char(starts_at ${UTC}) as "startsAt", tags`,
  tracks: 'event_id::float8 as "eventId"',
  talks: `event_id::float8 as "eventId", to_char(starts_at ${UTC}) as "startsAt"`,
  talk_speakers: 'event_id::float8 as "eventId", talk_id::float8 as "talkId", user_id::float8 as "userId"',
  event_comments: 'event_id::float8 as "eventId"',
  talk_comments: 'event_id::float8 as "eventId"',
};

/** Looks up the rows that a batch references, with one statement per table. */
export async function lookUp<References extends Refers>(
  client: ClientBase,
  refers: References,
  rows: readonly LegacyRow[],
): Promise<Known<References>> {
  const known: Record<string, ReadonlyMap<number | null, unknown>> = {};
  for (const [table, columns] of Object.entries(refers)) {
    const ids = new Set(rows.flatMap((row) => columns.map((column) => reference(row[column]))));
    const { rows: found } = await client.query<{ id: number }>(
      `select id::float8 as id, ${selected[table as KnownTable]} from ${table} where id = any($1::bigint[])`,
      [[...ids].filter((id) => id !== null)],
    );
    known[table] = new Map(found.map((row) => [row.id, row]));
  }
  return known as Known<References>;
}
