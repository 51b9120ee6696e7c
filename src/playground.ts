import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { OperatorError } from './operator-error.js';
import { lazily } from './reads/lazily.js';

/** One answer of the playground: the bytes, and every header that belongs to them except `Content-Length`. */
export interface PlaygroundFile {
  body: Buffer;
  headers: Record<string, string>;
}

/** The files of the playground, held in memory once they have been asked for. */
export interface Playground {
  /** The page that a browser gets at `/graphql`. */
  page(): PlaygroundFile;
  /** The file behind a URL path such as `/graphql/assets/main.js`; undefined when the playground has no such file. */
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

// Monaco places its lines with style attributes and carries its icon font as a data URL; nothing else is loosened.
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
 * Knows the files of the bundled playground by their addresses, so that a request path never becomes a file name.
 *
 * @param directory the folder that `.config/build-playground.mjs` fills
 * @throws OperatorError when the folder does not hold a finished playground
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
  // Some megabytes, and most processes are never asked for them.
  const kept = lazily((name: string) => fileOf(directory, name));
  const { body, headers } = fileOf(directory, pageName);
  // The same address answers programs with JSON.
  const page = { body, headers: { ...headers, 'Content-Security-Policy': contentSecurityPolicy, Vary: 'Accept' } };
  return {
    page: () => page,
    asset(path) {
      const name = names.get(path);
      return name === undefined ? undefined : kept(name);
    },
  };
}
