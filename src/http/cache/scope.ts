import { LRUCache } from 'lru-cache';
import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';
import type { Scope } from './change-feed.js';

/** The record of a v2.1 path, such as a talk and its ID; null for collections of everything. */
export interface Subject {
  readonly kind: string;
  readonly id: string;
}

type Find = Parameters<{ id: string }>;

/** A record never moves to another event. */
const eventOf = {
  talks: statement(
    'event of talk',
    ($: Find) => sql<{ id: string }>`select event_id as id from talks where id = ${$.id}`,
  ),
  tracks: statement(
    'event of track',
    ($: Find) => sql<{ id: string }>`select event_id as id from tracks where id = ${$.id}`,
  ),
  event_comments: statement(
    'event of event comment',
    ($: Find) => sql<{ id: string }>`select event_id as id from event_comments where id = ${$.id}`,
  ),
  talk_comments: statement(
    'event of talk comment',
    ($: Find) => sql<{ id: string }>`select event_id as id from talk_comments where id = ${$.id}`,
  ),
};

/** @returns the event of the record; 'everything' without one */
type FindScope = (subject: Subject | null) => Promise<Scope>;

const MOST = 100_000;
/** IDs in canonical form only: aliases of an event would bypass invalidation. */
const ID = /^[1-9]\d{0,14}$/;

/** Looks up the scope with at most one statement. */
export function findScope(run: Run): FindScope {
  return async (subject) => {
    if (!subject || !ID.test(subject.id)) return 'everything';
    const { kind, id } = subject;
    if (kind === 'events') return id;
    if (!Object.hasOwn(eventOf, kind)) return 'everything';
    return (await run(eventOf[kind as keyof typeof eventOf], { id }))[0]?.id ?? 'everything';
  };
}

/**
 * Caches scopes. A promotion can lose a record and assign its ID to another one, so the cache is cleared together with
 * the cached responses.
 *
 * @param invalidatedAt changes whenever everything cached is invalid
 */
export function cacheScopes(find: FindScope, invalidatedAt: () => number): FindScope {
  const known = new LRUCache<string, string>({ max: MOST });
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
