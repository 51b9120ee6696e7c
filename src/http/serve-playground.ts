import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Playground } from './playground.js';

/** A request with Express's `path`, relative to `/graphql`. */
type Request = IncomingMessage & {
  readonly path: string;
  readonly originalUrl: string;
};

const ABOUT = '/assets/about.json';
const JSON_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Serves the playground's page to browsers, and its files. The page itself reads `operation`, `query` and `variables`
 * from its URL.
 *
 * @param about the service information for the page
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
    const wantsPage = request.path === '/' && acceptsHtml(request);
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
