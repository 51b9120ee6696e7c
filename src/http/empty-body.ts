import type { IncomingMessage, ServerResponse } from 'node:http';

/** Apollo wants to see that a body was looked for, also where there is none. */
export function emptyBody(
  request: IncomingMessage & { body?: unknown },
  _response: ServerResponse,
  next: () => void,
): void {
  request.body ??= {};
  next();
}
