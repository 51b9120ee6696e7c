import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const REQUEST_ID = 'X-Request-Id';

/** IDs that are safe unescaped in logs, headers and HTML. */
const HARMLESS = /^[A-Za-z0-9._-]{1,64}$/;

/** Returns the request ID of the client or a proxy if it is safe, otherwise a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && HARMLESS.test(given) ? given : randomUUID();
}
