import type { EntityManager } from '@mikro-orm/postgresql';
import { randomBytes } from 'node:crypto';
import { Talk } from '../../database/entities/talk.entity.js';
import { isUniqueViolation } from '../../database/sql-state.js';
import { talkSlugCandidates } from '../common/slug.js';

/** Slug and stub, which identify a talk in URLs (contract §4.1 and §4.2), and the ID, which a slug may contain. */

const STUB_DIGITS = 5;
/** Fallback length if the shorter stubs run out: enough digits that some are always free. */
const LONG_STUB_DIGITS = 10;
/** Among this many random stubs, one is free until nearly all are taken. */
const STUB_BATCH_SIZE = 50;
const MAX_ATTEMPTS = 5;

/** Reserves the ID of a new talk. */
export async function nextTalkId(em: EntityManager): Promise<string> {
  const [row] = await em.execute<{ id: string }[]>("select nextval(pg_get_serial_sequence('talks', 'id')) as id");
  return String(row?.id);
}

const randomStub = (digits: number): string => randomBytes(digits).toString('hex').slice(-digits);

/**
 * Yields random stubs without end, which may be taken: first of five hexadecimal digits (contract §4.2), then of ten.
 */
export function* stubCandidates(): Generator<string, never> {
  for (let index = 0; index < STUB_BATCH_SIZE; index += 1) yield randomStub(STUB_DIGITS);
  for (;;) yield randomStub(LONG_STUB_DIGITS);
}

/** Returns the first of these stubs that no talk has; a long one if all are taken. */
export async function freeStub(
  em: EntityManager,
  stubs: readonly string[] = Array.from({ length: STUB_BATCH_SIZE }, () => randomStub(STUB_DIGITS)),
): Promise<string> {
  const talks = await em.find(Talk, { stub: { $in: [...stubs] } }, { fields: ['stub'] });
  const taken = new Set(talks.map(({ stub }) => stub));
  return stubs.find((stub) => !taken.has(stub)) ?? randomStub(LONG_STUB_DIGITS);
}

/**
 * Returns distinct free stubs for many talks; long ones where the short ones are taken.
 *
 * @param takenOf returns those of the candidates that talks have
 */
export async function distinctStubs(
  count: number,
  takenOf: (candidates: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<string[]> {
  if (count === 0) return [];
  const short = new Set(Array.from({ length: 2 * count + STUB_BATCH_SIZE }, () => randomStub(STUB_DIGITS)));
  const taken = await takenOf([...short]);
  const free = [...short].filter((stub) => !taken.has(stub)).slice(0, count);
  const long = Array.from({ length: count - free.length }, () => randomStub(LONG_STUB_DIGITS));
  return [...free, ...long];
}

/** Returns the first slug that no other talk of the event has. */
export async function freeTalkSlug(em: EntityManager, eventId: string, title: string, talkId: string): Promise<string> {
  const candidates = talkSlugCandidates(title, talkId);
  for (;;) {
    const slug = candidates.next().value;
    if ((await em.count(Talk, { event: eventId, slug, id: { $ne: talkId } })) === 0) return slug;
  }
}

/** Executes a write that assigns a slug or stub, and retries it if a concurrent write took one of them. */
export async function retryOnNameConflict<Value>(write: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      const taken = isUniqueViolation(error, 'talks_stub_key') || isUniqueViolation(error, 'talks_event_id_slug_key');
      if (!taken || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
