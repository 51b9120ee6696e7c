import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { OperatorError } from '../config/operator-error.js';
import { memoize } from '../config/memoize.js';

/** A static response of the playground: the body, and all headers except `Content-Length`. */
export interface PlaygroundFile {
  body: Buffer;
  headers: Record<string, string>;
}

/** The files of the playground, loaded lazily and cached in memory. */
export interface Playground {
  /** The page that a browser receives at `/graphql`. */
  page(): PlaygroundFile;
  /** The file of a URL path such as `/graphql/assets/main.js`; undefined if it does not exist. */
  asset(path: string): PlaygroundFile | undefined;
}

const pageName = 'index.html';

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

// Monaco positions lines by style attributes and embeds its icon font as a data URL; nothing else is relaxed.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function fileOf(directory: string, name: string): PlaygroundFile {
  const body = readFileSync(join(directory, name));
  return {
    body,
    headers: {
      'Content-Type': contentTypes[extname(name)] ?? 'application/octet-stream',
      ETag: `"${createHash('sha256').update(body).digest('base64url')}"`,
      'Cache-Control': 'public, no-cache',
      'X-Content-Type-Options': 'nosniff',
    },
  };
}

/**
 * Indexes the files of the bundled playground by URL path, so that a request path never becomes a file name.
 *
 * @param directory the output folder of `.config/build-playground.mjs`
 * @throws OperatorError if the folder does not contain a complete playground
 */
export function playground(directory: string): Playground {
  if (!existsSync(join(directory, pageName))) {
    throw new OperatorError(`The playground is missing from ${directory}: run npm run build, then start again.`);
  }
  const names = new Map<string, string>();
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.') || entry.name === pageName) continue;
    names.set(`/graphql/assets/${entry.name}`, entry.name);
  }
  // Lazy: some megabytes, and most processes never serve them.
  const kept = memoize((name: string) => fileOf(directory, name));
  const { body, headers } = fileOf(directory, pageName);
  // The same URL returns JSON to API clients.
  const page = { body, headers: { ...headers, 'Content-Security-Policy': contentSecurityPolicy, Vary: 'Accept' } };
  return {
    page: () => page,
    asset(path) {
      const name = names.get(path);
      return name === undefined ? undefined : kept(name);
    },
  };
}
