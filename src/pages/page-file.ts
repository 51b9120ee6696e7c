import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** In `src`, also for the compiled service: they are not compiled. */
const FOLDER = fileURLToPath(new URL('../../../src/pages', import.meta.url));

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** One answer: the bytes, and every header that belongs to them except `Content-Length`. */
export interface PageFile {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** As Express makes it: `path` is without the query string, and without a scheme and host before it. */
export type PageRequest = IncomingMessage & { readonly path: string };

/** Hands a request on that is not for what it serves. */
export type ServeFiles = (request: PageRequest, response: ServerResponse, next: () => void) => void;

/** The bytes of a file of this folder. */
const bytesOf = (name: string): Buffer => readFileSync(join(FOLDER, name));

/** Its text. */
export const textOf = (name: string): string => bytesOf(name).toString();

/** What browsers load of files of this folder, one after the other in one; they may keep it, and ask each time. */
export function assetOf(...names: readonly string[]): PageFile {
  const body = Buffer.concat(names.flatMap((name, index) => [Buffer.from(index > 0 ? '\n' : ''), bytesOf(name)]));
  return {
    body,
    headers: {
      'Content-Type': contentTypes[extname(names[0] ?? '')] ?? 'application/octet-stream',
      ETag: `"${createHash('sha256').update(body).digest('base64url')}"`,
      'Cache-Control': 'public, no-cache',
      'X-Content-Type-Options': 'nosniff',
    },
  };
}

/** Answers reads of these paths. */
export function serveFiles(files: ReadonlyMap<string, PageFile>): ServeFiles {
  return ({ method, path, headers }, response, next) => {
    const file = files.get(path);
    if (!file || (method !== 'GET' && method !== 'HEAD')) {
      next();
      return;
    }
    const etag = file.headers['ETag'];
    const isKnown = etag !== undefined && headers['if-none-match'] === etag;
    response.writeHead(isKnown ? 304 : 200, {
      ...file.headers,
      ...(!isKnown && { 'Content-Length': file.body.length }),
    });
    response.end(isKnown ? undefined : file.body);
  };
}
