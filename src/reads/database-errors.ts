import { isUnavailable } from '../database/unavailable.js';
import { fail } from '../errors.js';

/** SQLSTATE of a service that is running: the database is being restored. At the start it would be a wrong address. */
const NO_SUCH_DATABASE = '3D000';
/** SQLSTATE of a statement that took longer than a service allows. */
const CANCELLED = '57014';
/** SQLSTATE of a text with U+0000 in it, which PostgreSQL does not keep: whoever sends one sends nonsense. */
const UNTRANSLATABLE = '22021';
const UNIQUE_VIOLATION = '23505';

/** The SQLSTATE of an error of the database, also as the ORM wraps it; empty for any other error. */
export function stateOf(error: unknown): string {
  return textMember(error, 'code');
}

/** Whether a statement would have made a second row where a unique index, of this name, allows one. */
export function isTaken(error: unknown, index: string): boolean {
  return stateOf(error) === UNIQUE_VIOLATION && textMember(error, 'constraint') === index;
}

/** What callers are told of an error of the database: a DomainError where they can do something about it, else the same. */
export function translated(error: unknown): unknown {
  const state = stateOf(error);
  if (isUnavailable(error) || state === NO_SUCH_DATABASE || state === CANCELLED)
    return fail('UNAVAILABLE', 'DATABASE_UNREACHABLE');
  return state === UNTRANSLATABLE ? fail('INVALID', 'REQUEST_INVALID') : error;
}

function textMember(thing: unknown, name: string): string {
  const value: unknown = typeof thing === 'object' && thing !== null ? Reflect.get(thing, name) : undefined;
  return typeof value === 'string' ? value : '';
}
