import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Playground } from '../playground.js';

/** As Express makes it: `path` is what is left of it below `/graphql`. */
type Request = IncomingMessage & {
  readonly path: string;
  readonly originalUrl: string;
  readonly query: Readonly<Record<string, unknown>>;
};

const ABOUT = '/assets/about.json';
const JSON_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * The playground's page for browsers, and its files. The page reads `operation` and `variables` of its address itself.
 *
 * @param about what the page is told of the service
 */
export function servePlayground(
  playground: Playground,
  about: () => Promise<object>,
): (request: Request, response: ServerResponse, next: (error?: unknown) => void) => void {
  return (request, response, next) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (reads && request.path === ABOUT) {
      about()
        .then((known) => response.writeHead(200, JSON_HEADERS).end(JSON.stringify(known)))
        .catch(next);
      return;
    }
    const wantsPage = request.path === '/' && acceptsHtml(request) && !request.query['query'];
    const file = wantsPage ? playground.page() : playground.asset(request.originalUrl.split('?')[0] ?? '');
    if (!file || !reads) {
      next();
      return;
    }
    const known = request.headers['if-none-match'] === file.headers['ETag'];
    response.writeHead(known ? 304 : 200, { ...file.headers, ...(!known && { 'Content-Length': file.body.length }) });
    response.end(known ? undefined : file.body);
  };
}

function acceptsHtml({ headers }: IncomingMessage): boolean {
  return (headers.accept ?? '').includes('text/html');
}
