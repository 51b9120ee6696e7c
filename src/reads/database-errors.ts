import { isUnavailable } from '../database/unavailable.js';
import { fail, type Reason } from '../errors.js';

/** SQLSTATE of a service that is running: the database is being restored. At the start it would be a wrong address. */
const NO_SUCH_DATABASE = '3D000';
/** SQLSTATE of a statement that took longer than a service allows. */
const CANCELLED = '57014';
/** SQLSTATE of a statement that waited longer for somebody else's lock than a service allows. */
const LOCKED = '55P03';
/** SQLSTATE of a text with U+0000 in it, which PostgreSQL does not keep: whoever sends one sends nonsense. */
const UNTRANSLATABLE = '22021';
const AWAY_FOR_NOW = new Set([NO_SUCH_DATABASE, CANCELLED, LOCKED]);
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** What a foreign key points to, by the end of its name, and what it means that this is no longer there. */
const GONE: readonly (readonly [RegExp, Reason])[] = [
  [/_talk_id(_event_id)?_fkey$/, 'TALK_UNKNOWN'],
  [/_track_id(_event_id)?_fkey$/, 'TRACK_UNKNOWN'],
  [/_comment_id(_event_id)?_fkey$/, 'COMMENT_UNKNOWN'],
  [/_user_id_fkey$/, 'USER_UNKNOWN'],
  [/(?<!_(talk|track|comment)_id)_event_id_fkey$/, 'EVENT_UNKNOWN'],
];

/** The SQLSTATE of an error of the database, also as the ORM wraps it; empty for any other error. */
export function stateOf(error: unknown): string {
  return textMember(error, 'code');
}

/** Whether a statement would have made a second row where a unique index, of this name, allows one. */
export function isTaken(error: unknown, index: string): boolean {
  return stateOf(error) === UNIQUE_VIOLATION && textMember(error, 'constraint') === index;
}

/**
 * What is written below a record, or about it, while somebody else deletes that: what is not there any more; undefined
 * for any other error.
 */
function goneOf(error: unknown): Reason | undefined {
  if (stateOf(error) !== FOREIGN_KEY_VIOLATION) return undefined;
  const constraint = textMember(error, 'constraint');
  return GONE.find(([name]) => name.test(constraint))?.[1];
}

/** What callers are told of an error of the database: a DomainError where they can do something about it, else the same. */
export function translated(error: unknown): unknown {
  const state = stateOf(error);
  if (isUnavailable(error) || AWAY_FOR_NOW.has(state)) return fail('UNAVAILABLE', 'DATABASE_UNREACHABLE');
  const gone = goneOf(error);
  if (gone) return fail('NOT_FOUND', gone);
  return state === UNTRANSLATABLE ? fail('INVALID', 'REQUEST_INVALID') : error;
}

function textMember(thing: unknown, name: string): string {
  const value: unknown = typeof thing === 'object' && thing !== null ? Reflect.get(thing, name) : undefined;
  return typeof value === 'string' ? value : '';
}
