import type { IncomingMessage } from 'node:http';
import { bodyBytes } from '../request-body.js';

/** The parameters of an OAuth request. An empty one is omitted, and none may occur twice (RFC 6749 §3.1). */
export interface Parameters {
  readonly get: (name: string) => string | undefined;
  /** The names that occur more than once. */
  readonly repeated: ReadonlySet<string>;
}

/** @param text in the format `application/x-www-form-urlencoded` */
export function parametersOf(text: string): Parameters {
  const values = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (values.has(name)) repeated.add(name);
    values.set(name, value);
  }
  return { get: (name) => values.get(name) || undefined, repeated };
}

/** The query of a URL, without the question mark. */
export const queryOf = (url = ''): string => url.split('?').slice(1).join('?');

const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/**
 * Reads the parameters in the body of a request.
 *
 * @returns null if it is not a form
 * @throws Error with a `status`: 400, 413 or 415, as `bodyBytes`
 */
export async function formOf(request: IncomingMessage): Promise<Parameters | null> {
  if (!FORM.test(request.headers['content-type'] ?? '')) return null;
  return parametersOf((await bodyBytes(request)).toString('utf8'));
}

/** The status of an error of `formOf`; undefined for other errors. */
export function statusOfBodyError(error: unknown): number | undefined {
  const status: unknown = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}
