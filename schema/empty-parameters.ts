import type { IncomingMessage, ServerResponse } from 'node:http';

/** The parameters of a request whose empty value is equivalent to an absent one (decisions no. 25). */
const NAMES = ['operationName', 'variables', 'extensions', 'documentId'] as const;

/** What form libraries send for a parameter without a value; in a body, null is absent already. */
const EMPTY: ReadonlySet<unknown> = new Set(['', 'null']);

type Request = IncomingMessage & { body?: unknown };

/** Middleware that removes empty parameters from the body, and from the query string of a GET request. */
export function dropEmptyParameters(request: Request, _response: ServerResponse, next: () => void): void {
  if (request.method === 'GET') request.url = withoutEmptyIn(request.url ?? '');
  else if (hasEmpty(request.body)) {
    const given = Object.entries(request.body);
    request.body = Object.fromEntries(given.filter(([name, value]) => value !== '' || !isName(name)));
  }
  next();
}

const isName = (name: string): boolean => (NAMES as readonly string[]).includes(name);

function hasEmpty(body: unknown): body is Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null) return false;
  return NAMES.some((name) => (body as Readonly<Record<string, unknown>>)[name] === '');
}

function withoutEmptyIn(url: string): string {
  const [path = '', ...rest] = url.split('?');
  const given = [...new URLSearchParams(rest.join('?'))];
  const kept = given.filter(([name, value]) => !isName(name) || !EMPTY.has(value));
  return kept.length === given.length ? url : `${path}?${new URLSearchParams(kept).toString()}`;
}
