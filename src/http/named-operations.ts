import type { IncomingMessage, ServerResponse } from 'node:http';
import { readied, send, type Answer } from './send.js';

/** Path of the stored operations: an object of documents by operation name. */
export const OPERATIONS_PATH = '/graphql/operations';

const READS = new Set(['GET', 'HEAD']);

/** A request with Express's parsed query string. */
type Query = { readonly query: Readonly<Record<string, unknown>> };

/** A response with a JSON body. */
interface JsonAnswer {
  readonly status: number;
  readonly body: object;
}

/** A response that is specific to one request (`fleeting`) is not cached. */
type NamedAnswer = Answer & { readonly fleeting: boolean };

/** Dependencies of the handler of stored operations. */
interface NamedParts<Request> {
  readonly run: (name: string, variables: string, request: Request) => Promise<JsonAnswer>;
  /** Returns a fresh cached response, or computes one. */
  readonly keep: (
    asked: { readonly name: string; readonly variables: string; readonly request: Request },
    compute: () => Promise<NamedAnswer>,
  ) => Promise<Answer>;
  /** Added to every response. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Handles `GET /graphql?operation=<name>&variables=<JSON>`. Requires no header that triggers a CORS preflight
 * (decisions.md, GraphQL over GET): stored operations are trusted documents, and `run` admits no mutations.
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
      // Errors contain the ID of their request.
      return { ...written(found, 'POST', headers), fleeting: Object.hasOwn(found.body, 'errors') };
    });
    await send(request, response, answer);
  };
}

const ALLOWED = 'GET, HEAD';
const METHOD_UNSUPPORTED = { errors: [{ message: 'There is nothing to do here but to read: send GET.' }] };

/** Serves the same response to every read. @param refusal the body of the 405 response to other methods */
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

/** @param allow the `Allow` header of a 405 response */
function written({ status, body }: JsonAnswer, allow: string, further: Readonly<Record<string, string>> = {}): Answer {
  const headers = {
    ...further,
    'Content-Type': 'application/json; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    ...(status === 405 && { Allow: allow }),
  };
  return { status, headers, body: JSON.stringify(body) };
}
