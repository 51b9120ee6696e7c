import type { IncomingMessage, ServerResponse } from 'node:http';
import { readied, send, type Answer } from './send.js';

/** Where the stored operations are listed: an object of their documents by their names. */
export const OPERATIONS_PATH = '/graphql/operations';

const READS = new Set(['GET', 'HEAD']);

/** As Express makes it. */
type Query = { readonly query: Readonly<Record<string, unknown>> };

/** What is answered, as JSON. */
interface JsonAnswer {
  readonly status: number;
  readonly body: object;
}

/** An answer that is about one request alone is not kept. */
type NamedAnswer = Answer & { readonly fleeting: boolean };

/** What answers operations by their names. */
interface NamedParts<Request> {
  readonly run: (name: string, variables: string, request: Request) => Promise<JsonAnswer>;
  /** Answers from memory where that may be, or computes. */
  readonly keep: (
    asked: { readonly name: string; readonly variables: string; readonly request: Request },
    compute: () => Promise<NamedAnswer>,
  ) => Promise<Answer>;
  /** Of every answer. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * `GET /graphql?operation=<name>&variables=<JSON>`. It needs no header that browsers ask about first (decisions.md,
 * GraphQL over GET): what a stored operation does is known, and none of those that `run` lets through changes anything.
 */
export function answerNamedOperations<Request extends IncomingMessage & Query>({
  run,
  keep,
  headers,
}: NamedParts<Request>): (request: Request, response: ServerResponse, next: () => void) => Promise<void> {
  return async (request, response, next) => {
    const { operation, variables: given = '' } = request.query;
    if (!READS.has(request.method ?? '') || operation === undefined) return next();
    const asked = { name: String(operation), variables: String(given), request };
    const answer = await keep(asked, async () => {
      const found = await run(asked.name, asked.variables, request);
      // Errors have ids of their requests.
      return { ...written(found, 'POST', headers), fleeting: Object.hasOwn(found.body, 'errors') };
    });
    await send(request, response, answer);
  };
}

const ALLOWED = 'GET, HEAD';
const METHOD_UNSUPPORTED = { errors: [{ message: 'There is nothing to do here but to read: send GET.' }] };

/** Answers the same to everybody who reads. @param refusal is told to others */
export function answerAlways(
  body: object,
  refusal: object = METHOD_UNSUPPORTED,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const found = readied(written({ status: 200, body }, ALLOWED), () => undefined);
  const refused = written({ status: 405, body: refusal }, ALLOWED);
  return async (request, response) => {
    await send(request, response, READS.has(request.method ?? '') ? found : refused);
  };
}

/** @param allow the methods, where the request had another one */
function written({ status, body }: JsonAnswer, allow: string, further: Readonly<Record<string, string>> = {}): Answer {
  const headers = {
    ...further,
    'Content-Type': 'application/json; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    ...(status === 405 && { Allow: allow }),
  };
  return { status, headers, body: JSON.stringify(body) };
}
