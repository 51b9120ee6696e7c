import type { IncomingMessage, ServerResponse } from 'node:http';

/** Limit for JSON and forms; readers of file uploads have a limit of their own. */
export const MOST_BYTES = 1024 * 1024;

/**
 * Rejects a body whose Content-Length exceeds the limit, before reading any of it: the parsers would drain it first.
 * The error has a `status`, as Express's own.
 */
export function refuseLargeBodies(
  { headers }: IncomingMessage,
  _response: ServerResponse,
  next: (error?: unknown) => void,
): void {
  const isForm = /^multipart\//i.test(headers['content-type'] ?? '');
  const isTooLarge = !isForm && Number(headers['content-length']) > MOST_BYTES;
  next(isTooLarge ? Object.assign(new Error('Request body too large'), { status: 413 }) : undefined);
}
