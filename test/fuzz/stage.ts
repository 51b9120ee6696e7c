import type pg from 'pg';
import { createHost, createToken, createUser } from '../support/factories.js';
import type { Bytes, Role } from './asked.js';
import { MOST_OF_KIND, recordKinds, type RecordKind } from './record-kinds.js';

/** The subjects of requests: callers and existing records. */
export interface Stage {
  /** Replaces the placeholders of a request by tokens, URLs and records. */
  fill(text: Bytes, as: Role): Bytes;
}

/**
 * Creates callers, because a request may have deleted the last ones, and selects existing records: the oldest and the
 * newest.
 */
export async function setStage(pool: pg.Pool, base: string): Promise<Stage> {
  // Each submission is mailed to all administrators: after hundreds of rounds, that would take seconds.
  await pool.query('update users set is_admin = false where is_admin');
  const ids = {
    attendee: await createUser(pool),
    host: await createUser(pool, { is_trusted: true }),
    admin: await createUser(pool, { is_admin: true }),
  };
  const { rows } = await pool.query<{ id: string }>('select id::text from events where id % 2 = 0');
  for (const { id } of rows) await createHost(pool, id, ids.host);
  const { rows: applications } = await pool.query<{ id: string }>(
    'select id::text from applications where is_first_party order by id limit 1',
  );
  const application = applications[0] && { application_id: applications[0].id };
  const tokens: Record<Role, string> = {
    nobody: '',
    attendee: await createToken(pool, ids.attendee),
    host: await createToken(pool, ids.host, application),
    admin: await createToken(pool, ids.admin, application),
  };
  const records = new Map<string, readonly string[]>();
  for (const [kind, statement] of Object.entries(recordKinds) as [RecordKind, string][]) {
    const { rows: found } = await pool.query<{ id: string }>(`${statement} order by ${orderOf(statement)}`);
    const all = found.map(({ id }) => id);
    records.set(kind, [...all.slice(0, MOST_OF_KIND / 2), ...all.slice(-MOST_OF_KIND / 2)]);
  }
  return {
    fill: (text, as) =>
      text
        .replaceAll('<token>', tokens[as])
        .replaceAll('<base>', base)
        .replaceAll(/<(\w+):(\d+)>/g, (whole, kind: string, number: string) => {
          const known = records.get(kind);
          if (!known) return whole;
          return encodeURIComponent(known[Number(number) % known.length] ?? '0');
        }),
  };
}

/** In numeric order. */
const orderOf = (statement: string): string => `${/from (\w+)/.exec(statement)?.[1]}.id`;
