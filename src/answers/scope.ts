import { LRUCache } from 'lru-cache';
import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../reads/statement.js';
import type { Scope } from './changes.js';

/** What a path of v2.1 is about, such as a talk and its id; null for collections of everything. */
export interface Subject {
  readonly kind: string;
  readonly id: string;
}

type Find = Parameters<{ id: string }>;

/** The event of a record never changes. */
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

const MOST = 100_000;
/** As the database writes them: an event must not have two names here. */
const ID = /^[1-9]\d{0,14}$/;

/** Finds out whose rows a path shows, with a statement for each record that is new to this process. */
export function createScopes(run: Run): (subject: Subject | null) => Promise<Scope> {
  const known = new LRUCache<string, string>({ max: MOST });
  return async (subject) => {
    if (!subject || !ID.test(subject.id)) return 'everything';
    const { kind, id } = subject;
    if (kind === 'events') return id;
    if (!(kind in eventOf)) return 'everything';
    const key = `${kind} ${id}`;
    const found = known.get(key) ?? (await run(eventOf[kind as keyof typeof eventOf], { id }))[0]?.id;
    if (found === undefined) return 'everything';
    known.set(key, found);
    return found;
  };
}
