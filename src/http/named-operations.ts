import type { IncomingMessage, ServerResponse } from 'node:http';

/** Where the stored operations are listed: an object of their documents by their names. */
export const OPERATIONS_PATH = '/graphql/operations';

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
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (reads && operation !== undefined) send(response, await run(String(operation), String(variables), request));
    else next();
  };
}

/** Answers the same to every request. */
export const answerAlways =
  (body: object) =>
  (_request: IncomingMessage, response: ServerResponse): void =>
    send(response, { status: 200, body });

function send(response: ServerResponse, { status, body }: Answer): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
    'X-Content-Type-Options': 'nosniff',
    ...(status === 405 && { Allow: 'POST' }),
  });
  response.end(bytes);
}
