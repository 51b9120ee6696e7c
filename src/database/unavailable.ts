/**
 * SQLSTATE classes and codes that say the server, or the connection, is not there for now: connection failures, shutting
 * down, too many, a transaction left alone, or that it only reads, as a standby which has not taken over.
 */
const STATES = /^(08|57P0[1-5]|53|25P03|25006)/;
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
/** What `pg` and Kysely say without a code of their own; the last two where a stop did not wait any longer. */
const MESSAGES = new RegExp(
  [
    '^Connection terminated',
    '^timeout exceeded when trying to connect',
    '^Client has encountered a connection error',
    '^Cannot use a pool after calling end on the pool',
    '^driver has already been destroyed',
  ].join('|'),
);

/** Whether an error of `pg` means that the database cannot be reached now, and may be again soon. */
export function isUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const code: unknown = Reflect.get(error, 'code');
  const message: unknown = Reflect.get(error, 'message');
  if (typeof code === 'string' && (STATES.test(code) || SYSTEM_ERRORS.has(code))) return true;
  return typeof message === 'string' && MESSAGES.test(message);
}
