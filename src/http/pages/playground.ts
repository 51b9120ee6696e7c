import { existsSync, readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { OperatorError } from '../../config/operator-error.js';
import { coreRows, staticRow, type Row } from '../rows/row.js';
import { isRead } from '../send.js';
import { contentSecurityPolicy, fileAt } from './page-file.js';

/** The playground. */
export interface Playground {
  /** The page that a browser receives at `/graphql`. It reads `operation`, `query` and `variables` from its URL. */
  readonly pages: readonly Row[];
  readonly files: readonly Row[];
}

const PAGE = 'index.html';
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
  const files = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && entry.name !== PAGE)
    // Read at the first request: some megabytes, and most processes never serve them.
    .map(({ name }) => staticRow(`/graphql/assets/${name}`, () => fileAt(join(directory, name))));
  const { headers, ...page } = fileAt(join(directory, PAGE));
  const shown = { ...page, headers: { ...headers, ...PAGE_HEADERS } };
  return { pages: ['/graphql', '/graphql/'].map((path) => staticRow(path, () => shown)), files };
}

/** What the page shows about the service. */
export const aboutRows = (about: () => Promise<object>): Row[] =>
  coreRows(['GET'], '/graphql/assets/about.json', async () => ({
    ...{ status: 200, headers: ABOUT_HEADERS, tag: null },
    body: JSON.stringify(await about()),
  }));

/** Whether a request is for the page: the same URL returns JSON to API clients. */
export const wantsPlayground = (request: IncomingMessage): boolean =>
  isRead(request) && (request.headers.accept ?? '').includes('text/html');
