import type { Pool } from 'pg';
import { queryOf, type Run, type RunOptions, type Statement } from '../../database/sql/statement.js';
import { PreparedQuery, type PageSizeLimit } from '../../database/sql/prepared-query.js';
import { sendOnPool, type Send } from '../../database/sql/send.js';
import { isUnavailable, sqlStateOf, stringMember } from '../../database/sql-state.js';
import { DomainError, domainError, type Reason } from '../errors.js';

/**
 * Creates a function that runs statements on a pool, or as `send` sends them.
 *
 * The function throws DomainError UNAVAILABLE if the database is unreachable, INVALID if a text contains U+0000, the
 * error of `measureResult` if the result is too large, and other errors of `pg` unchanged.
 */
export function createRun(target: Pick<Pool, 'query'> | Send, { prepared, measureResult }: RunOptions): Run {
  const send = typeof target === 'function' ? target : sendOnPool(target);
  return async <Arguments, Row>(statement: Statement<Arguments, Row>, args: Arguments, page?: PageSizeLimit) => {
    const meter = measureResult?.();
    try {
      return (await send(new PreparedQuery(queryOf(statement, args, prepared), meter, page))) as Row[];
    } catch (error) {
      throw translateDatabaseError(error);
    } finally {
      meter?.end();
    }
  };
}

/** Whether an error of a run means that the database is unreachable. */
export const isUnreachable = (error: unknown): boolean => error instanceof DomainError && error.code === 'UNAVAILABLE';

/** SQLSTATE invalid_catalog_name: the database is being restored, if the service runs. At startup, the URL is wrong. */
const NO_SUCH_DATABASE = '3D000';
/** SQLSTATE query_canceled: the statement exceeded the service's `statement_timeout`. */
const CANCELLED = '57014';
/** SQLSTATE lock_not_available: the statement exceeded the service's `lock_timeout`. */
const LOCK_TIMEOUT = '55P03';
/** SQLSTATE character_not_in_repertoire: invalid input with U+0000, which PostgreSQL cannot store. */
const UNTRANSLATABLE = '22021';
const TRANSIENT_STATES = new Set([NO_SUCH_DATABASE, CANCELLED, LOCK_TIMEOUT]);
const FOREIGN_KEY_VIOLATION = '23503';

/** Suffixes of foreign key names, and the reason if the referenced record was deleted. */
const DELETED_REFERENCES: readonly (readonly [RegExp, Reason])[] = [
  [/_talk_id(_event_id)?_fkey$/, 'TALK_UNKNOWN'],
  [/_track_id(_event_id)?_fkey$/, 'TRACK_UNKNOWN'],
  [/_comment_id(_event_id)?_fkey$/, 'COMMENT_UNKNOWN'],
  [/_user_id_fkey$/, 'USER_UNKNOWN'],
  [/(?<!_(talk|track|comment)_id)_event_id_fkey$/, 'EVENT_UNKNOWN'],
];

/** Returns the reason of a foreign key violation: the record was deleted concurrently. Undefined for other errors. */
function deletedReferenceReason(error: unknown): Reason | undefined {
  if (sqlStateOf(error) !== FOREIGN_KEY_VIOLATION) return undefined;
  const constraint = stringMember(error, 'constraint');
  return DELETED_REFERENCES.find(([name]) => name.test(constraint))?.[1];
}

/** Maps a database error to a DomainError if the caller can act on it; returns any other error unchanged. */
export function translateDatabaseError(error: unknown): unknown {
  const state = sqlStateOf(error);
  if (isUnavailable(error) || TRANSIENT_STATES.has(state)) return domainError('UNAVAILABLE', 'DATABASE_UNREACHABLE');
  const reason = deletedReferenceReason(error);
  if (reason) return domainError('NOT_FOUND', reason);
  return state === UNTRANSLATABLE ? domainError('INVALID', 'REQUEST_INVALID') : error;
}
