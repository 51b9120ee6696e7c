import type { IncomingMessage, ServerResponse } from 'node:http';

/** What JSON and forms may have; files are counted by whoever reads them. */
export const MOST_BYTES = 1024 * 1024;

/**
 * Refuses a body that says itself that it is too large, before any of it is read: the parsers would first let all of it
 * through. The error has the `status` that Express's own have.
 */
export function refuseLargeBodies(
  { headers }: IncomingMessage,
  _response: ServerResponse,
  next: (error?: unknown) => void,
): void {
  const isForm = /^multipart\//i.test(headers['content-type'] ?? '');
  const isTooLarge = !isForm && Number(headers['content-length']) > MOST_BYTES;
  next(isTooLarge ? Object.assign(new Error('The body is too large'), { status: 413 }) : undefined);
}
