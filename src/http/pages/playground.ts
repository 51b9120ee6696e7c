import { existsSync, readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { memoize } from '../../config/memoize.js';
import { OperatorError } from '../../config/operator-error.js';
import { contentSecurityPolicy, fileAt, isRead, sendFile, type PageFile, type PageRequest } from './page-file.js';

/** The files of the playground, loaded lazily and cached in memory. */
export interface Playground {
  /** The page that a browser receives at `/graphql`. */
  readonly page: PageFile;
  /** The file of a URL path such as `/graphql/assets/main.js`; undefined if it does not exist. */
  readonly asset: (path: string) => PageFile | undefined;
}

const PAGE = 'index.html';
const ABOUT = '/assets/about.json';
const ABOUT_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
};

/** The same URL returns JSON to API clients. */
const PAGE_HEADERS = {
  // Monaco positions lines by style attributes and embeds its icon font as a data URL; nothing else is relaxed.
  'Content-Security-Policy': contentSecurityPolicy(
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data:",
    "connect-src 'self'",
  ),
  Vary: 'Accept',
};

/**
 * Indexes the files of the bundled playground by URL path, so that a request path never becomes a file name.
 *
 * @param directory the output folder of `.config/build-playground.mjs`
 * @throws OperatorError if the folder does not contain a complete playground
 */
export function playground(directory: string): Playground {
  if (!existsSync(join(directory, PAGE))) {
    throw new OperatorError(`The playground is missing from ${directory}: run npm run build, then start again.`);
  }
  const names = new Map<string, string>();
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.') || entry.name === PAGE) continue;
    names.set(`/graphql/assets/${entry.name}`, entry.name);
  }
  // Lazy: some megabytes, and most processes never serve them.
  const load = memoize((name: string) => fileAt(join(directory, name)));
  const { body, headers } = fileAt(join(directory, PAGE));
  return {
    page: { body, headers: { ...headers, ...PAGE_HEADERS } },
    asset(path) {
      const name = names.get(path);
      return name === undefined ? undefined : load(name);
    },
  };
}

/** A request whose `path` is relative to `/graphql`. */
type Request = PageRequest & { readonly originalUrl: string };

/**
 * Serves the playground's page to browsers, and its files. The page itself reads `operation`, `query` and `variables`
 * from its URL.
 *
 * @param about the service information for the page
 */
export function servePlayground(
  { page, asset }: Playground,
  about: () => Promise<object>,
): (request: Request, response: ServerResponse, next: (error?: unknown) => void) => void {
  return (request, response, next) => {
    const { path, originalUrl } = request;
    if (!isRead(request)) return next();
    if (path === ABOUT) {
      about()
        .then((known) => response.writeHead(200, ABOUT_HEADERS).end(JSON.stringify(known)))
        .catch(next);
      return;
    }
    const file = path === '/' && acceptsHtml(request) ? page : asset(originalUrl.split('?')[0] ?? '');
    if (file) sendFile(request, response, file);
    else next();
  };
}

const acceptsHtml = ({ headers: { accept = '' } }: IncomingMessage): boolean => accept.includes('text/html');
