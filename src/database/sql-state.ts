const UNIQUE_VIOLATION = '23505';

/** Returns the SQLSTATE of a database error, also if wrapped by the ORM; empty for other errors. */
export function sqlStateOf(error: unknown): string {
  return stringMember(error, 'code');
}

/** Whether a statement violated the unique index with this name. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  return sqlStateOf(error) === UNIQUE_VIOLATION && stringMember(error, 'constraint') === index;
}

export function stringMember(thing: unknown, name: string): string {
  const value: unknown = typeof thing === 'object' && thing !== null ? Reflect.get(thing, name) : undefined;
  return typeof value === 'string' ? value : '';
}

/**
 * SQLSTATE classes and codes of a temporarily unavailable server or connection: connection failure, shutdown, too many
 * connections, idle transaction timeout, or a standby that is not yet promoted: 25006 for a write, 55000 for a read of
 * its write-ahead log.
 */
const STATES = /^(08|57P0[1-5]|53|25P03|25006|55000)/;
const SYSTEM_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Messages of `pg` and Kysely errors that have no code; the last two after a shutdown that did not wait any longer. */
const MESSAGES = new RegExp(
  [
    '^Connection terminated',
    '^timeout exceeded when trying to connect',
    '^Client has encountered a connection error',
    '^Cannot use a pool after calling end on the pool',
    '^driver has already been destroyed',
  ].join('|'),
);

/** Whether an error of `pg` means that the database is temporarily unreachable. */
export function isUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const code: unknown = Reflect.get(error, 'code');
  const message: unknown = Reflect.get(error, 'message');
  if (typeof code === 'string' && (STATES.test(code) || SYSTEM_ERRORS.has(code))) return true;
  return typeof message === 'string' && MESSAGES.test(message);
}
