import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const REQUEST_ID = 'X-Request-Id';

/** What may stand in a log, in a header and in a web page as it is. */
const HARMLESS = /^[A-Za-z0-9._-]{1,64}$/;

/** The id that the client, or the proxy before it, has given to the request, if it is harmless; else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && HARMLESS.test(given) ? given : randomUUID();
}
