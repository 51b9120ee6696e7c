import type { IncomingMessage, ServerResponse } from 'node:http';

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
      send(response, await run(String(operation), String(variables), request));
    else next();
  };
}

const METHOD_UNSUPPORTED = { errors: [{ message: 'There is nothing to do here but to read: send GET.' }] };

/** Answers the same to everybody who reads. */
export const answerAlways =
  (body: object) =>
  ({ method = '' }: IncomingMessage, response: ServerResponse): void =>
    send(
      response,
      READS.has(method) ? { status: 200, body } : { status: 405, allow: 'GET, HEAD', body: METHOD_UNSUPPORTED },
    );

function send(response: ServerResponse, { status, body, allow = 'POST' }: Answer & { readonly allow?: string }): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
    'X-Content-Type-Options': 'nosniff',
    ...(status === 405 && { Allow: allow }),
  });
  response.end(bytes);
}
