import type pg from 'pg';
import { hashToken, newToken } from '../src/core/common/bearer-token.js';

/** A user with an access token. */
export interface Person {
  readonly id: string;
  readonly token: string;
}

/** The records of a database that clients read and write. */
export interface World {
  readonly pool: pg.Pool;
  readonly event: string;
  readonly talks: readonly string[];
  readonly people: readonly Person[];
  /** A host of the event. */
  readonly host: Person;
}

const PEOPLE = 40;
const TALKS = 4;

/** Creates an event with some talks, and users with tokens. */
export async function createWorld(pool: pg.Pool): Promise<World> {
  const people: Person[] = [];
  for (let place = 0; place < PEOPLE; place += 1) {
    const id = await insert(pool, 'users', {
      ...{ username: `person${place}`, full_name: `Person ${place}`, email: `person${place}@example.org` },
    });
    const token = newToken();
    await insert(pool, 'access_tokens', { user_id: id, token_hash: hashToken(token) });
    people.push({ id, token });
  }
  const event = await insert(pool, 'events', {
    ...{ name: 'The event', slug: 'the-event', description: 'About the event', location: 'Amsterdam' },
    ...{ starts_at: '2026-06-01T09:00:00+02:00', ends_at: '2026-06-01T18:00:00+02:00', time_zone: 'Europe/Amsterdam' },
    status: 'APPROVED',
  });
  const host = people[0]!;
  await insert(pool, 'event_hosts', { event_id: event, user_id: host.id });
  const talks: string[] = [];
  for (let place = 0; place < TALKS; place += 1) {
    talks.push(
      await insert(pool, 'talks', {
        ...{ event_id: event, title: `Talk ${place}`, slug: `talk-${place}`, description: 'About the talk' },
        ...{ talk_type_id: 1, language_id: 2, starts_at: '2026-06-01T10:00:00+02:00', duration_minutes: 30 },
        stub: `stub${place}`,
      }),
    );
  }
  return { pool, event, talks, host, people: people.slice(1) };
}

/** @returns the ID of the row, if it has one */
async function insert(pool: pg.Pool, table: string, row: Readonly<Record<string, unknown>>): Promise<string> {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  const { rows } = await pool.query<{ id?: string }>(
    `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')}) returning *`,
    Object.values(row),
  );
  return String(rows[0]?.id);
}
