import type { IncomingMessage, ServerResponse } from 'node:http';
import { send } from './send.js';

/** Where the stored operations are listed: an object of their documents by their names. */
export const OPERATIONS_PATH = '/graphql/operations';

const READS = new Set(['GET', 'HEAD']);

/** As Express makes it. */
type Query = { readonly query: Readonly<Record<string, unknown>> };

/** What is answered, as JSON. */
interface Answer {
  readonly status: number;
  readonly body: object;
}

/**
 * `GET /graphql?operation=<name>&variables=<JSON>`. It needs no header that browsers ask about first (decisions.md,
 * GraphQL over GET): what a stored operation does is known, and none of those that `run` lets through changes anything.
 */
export function answerNamedOperations<Request extends IncomingMessage & Query>(
  run: (name: string, variables: string, request: Request) => Promise<Answer>,
): (request: Request, response: ServerResponse, next: () => void) => Promise<void> {
  return async (request, response, next) => {
    const { operation, variables = '' } = request.query;
    if (READS.has(request.method ?? '') && operation !== undefined)
      answer(request, response, await run(String(operation), String(variables), request), 'POST');
    else next();
  };
}

const METHOD_UNSUPPORTED = { errors: [{ message: 'There is nothing to do here but to read: send GET.' }] };

/** Answers the same to everybody who reads. */
export const answerAlways =
  (body: object) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const reads = READS.has(request.method ?? '');
    answer(request, response, reads ? { status: 200, body } : { status: 405, body: METHOD_UNSUPPORTED }, 'GET, HEAD');
  };

/** @param allow the methods, where the request had another one */
function answer(request: IncomingMessage, response: ServerResponse, { status, body }: Answer, allow: string): void {
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    ...(status === 405 && { Allow: allow }),
  };
  send(request, response, { status, headers, body: JSON.stringify(body) });
}
