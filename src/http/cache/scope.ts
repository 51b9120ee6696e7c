import { LRUCache } from 'lru-cache';
import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';
import type { Subject } from '../match.js';

/** The event of a record, by its table. A record never moves to another event. */
const eventOf = new Map(
  Object.entries({
    talks: 'event of talk',
    tracks: 'event of track',
    event_comments: 'event of event comment',
    talk_comments: 'event of talk comment',
  }).map(([table, name]) => [
    table,
    statement(
      name,
      ($: Parameters<{ id: string }>) =>
        sql<{ id: string }>`select event_id as id from ${sql.raw(table)} where id = ${$.id}`,
    ),
  ]),
);

/** @returns the key in `changes` of the record: its event or user; 'everything' without one */
type FindScope = (subject: Subject | null) => Promise<string>;

/** Key of a user in `changes` (migrations/baseline/changes.ts). */
export const keyOfUser = (id: string): string => String(-100 - Number(id));

const MAX_CACHED = 100_000;
/** IDs in canonical form only: aliases of an event would bypass invalidation. */
const ID = /^[1-9]\d{0,14}$/;

/** Looks up the scope with at most one statement. */
export function findScope(run: Run): FindScope {
  return async (subject) => {
    if (!subject || !ID.test(subject.id)) return 'everything';
    const { kind, id } = subject;
    if (kind === 'events') return id;
    if (kind === 'users') return keyOfUser(id);
    const query = eventOf.get(kind);
    return (query && (await run(query, { id }))[0]?.id) ?? 'everything';
  };
}

/**
 * Caches scopes. A promotion can lose a record and assign its ID to another one, so the cache is cleared together with
 * the cached responses.
 *
 * @param invalidatedAt changes whenever everything cached is invalid
 */
export function cacheScopes(find: FindScope, invalidatedAt: () => number): FindScope {
  const known = new LRUCache<string, string>({ max: MAX_CACHED });
  let validSince = 0;
  return async (subject) => {
    const begin = invalidatedAt();
    if (begin !== validSince) known.clear();
    validSince = begin;
    const key = `${subject?.kind} ${subject?.id}`;
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const found = await find(subject);
    if (found !== 'everything' && invalidatedAt() === begin) known.set(key, found);
    return found;
  };
}
