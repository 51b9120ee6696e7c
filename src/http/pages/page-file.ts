import { createHash } from 'node:crypto';
import { accessSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { memoize } from '../../config/memoize.js';
import { PACKAGE_ROOT } from '../../config/package-root.js';
import { namedByNoneMatch } from '../entity-tag.js';
import { isRead } from '../send.js';

/** Pages are not compiled. */
const FOLDER = join(PACKAGE_ROOT, 'src/http/pages');

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** A static response: the body, and all headers except `Content-Length`. */
export interface PageFile {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** A request with Express's `path`: without query string, scheme and host. */
export type PageRequest = IncomingMessage & { readonly path: string };

/** Calls `next` for requests that it does not serve. */
export type ServeFiles = (request: PageRequest, response: ServerResponse, next: () => void) => void;

const pathOf = (name: string): string => join(FOLDER, name);

/** The text of a file in this folder. */
export const textOf = (name: string): string => readFileSync(pathOf(name), 'utf8');

/** Browsers may cache the file, but revalidate each time. */
function pageFile(name: string, body: Buffer): PageFile {
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

/** Reads a file. */
export const fileAt = (path: string): PageFile => pageFile(path, readFileSync(path));

/** Concatenates files of this folder into one asset. */
export function assetOf(...names: readonly string[]): () => PageFile {
  // Read lazily, but fail at startup if a file is missing.
  for (const name of names) accessSync(pathOf(name));
  return () => {
    const parts = names.flatMap((name, index) => [Buffer.from(index > 0 ? '\n' : ''), readFileSync(pathOf(name))]);
    return pageFile(names[0] ?? '', Buffer.concat(parts));
  };
}

/** A `Content-Security-Policy` that admits only what the directives name. Forms are sent by scripts, if at all. */
export const contentSecurityPolicy = (...directives: readonly string[]): string =>
  ["default-src 'none'", ...directives, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"].join('; ');

/** Headers of a page whose URL may contain a token or a code, so it is neither cached nor sent as a referrer. */
export const secretUrlHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  // The script submits the forms. Without it, a password must not end up in a URL.
  'Content-Security-Policy': contentSecurityPolicy(
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
  ),
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

/** Sends a file, or 304 if the client has it already. */
export function sendFile({ headers }: IncomingMessage, response: ServerResponse, file: PageFile): void {
  const etag = file.headers['ETag'];
  const isKnown = etag !== undefined && namedByNoneMatch(headers['if-none-match'], etag) !== undefined;
  response.writeHead(isKnown ? 304 : 200, { ...file.headers, ...(!isKnown && { 'Content-Length': file.body.length }) });
  response.end(isKnown ? undefined : file.body);
}

/** Serves reads of these paths. Creates each file lazily and caches it, because most processes never serve one. */
export function serveFiles(files: ReadonlyMap<string, () => PageFile>): ServeFiles {
  const load = memoize((make: () => PageFile) => make());
  return (request, response, next) => {
    const make = files.get(request.path);
    if (make && isRead(request)) sendFile(request, response, load(make));
    else next();
  };
}
