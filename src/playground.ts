import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { OperatorError } from './operator-error.js';

/** One answer of the playground: the bytes, and every header that belongs to them except `Content-Length`. */
export interface PlaygroundFile {
  body: Buffer;
  headers: Record<string, string>;
}

/** The files of the playground, held in memory. */
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
 * Reads the bundled playground into memory, so that a request path never becomes a file name.
 *
 * @param directory the folder that `.config/build-playground.mjs` fills
 * @throws OperatorError when the folder does not hold a finished playground
 */
export function playground(directory: string): Playground {
  if (!existsSync(join(directory, pageName))) {
    throw new OperatorError(`The playground is missing from ${directory}: run npm run build, then start again.`);
  }
  const assets = new Map<string, PlaygroundFile>();
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.') || entry.name === pageName) continue;
    assets.set(`/graphql/assets/${entry.name}`, fileOf(directory, entry.name));
  }
  const page = fileOf(directory, pageName);
  page.headers['Content-Security-Policy'] = contentSecurityPolicy;
  // The same address answers programs with JSON.
  page.headers['Vary'] = 'Accept';
  return { page: () => page, asset: (path) => assets.get(path) };
}
