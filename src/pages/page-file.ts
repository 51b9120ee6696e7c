import { createHash } from 'node:crypto';
import { accessSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lazily } from '../reads/lazily.js';

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

const pathOf = (name: string): string => join(FOLDER, name);

/** The text of a file of this folder. */
export const textOf = (name: string): string => readFileSync(pathOf(name), 'utf8');

/** What browsers load of files of this folder, one after the other in one; they may keep it, and ask each time. */
export function assetOf(...names: readonly string[]): () => PageFile {
  // Read later, but missed now.
  for (const name of names) accessSync(pathOf(name));
  return () => {
    const body = Buffer.concat(
      names.flatMap((name, index) => [Buffer.from(index > 0 ? '\n' : ''), readFileSync(pathOf(name))]),
    );
    return {
      body,
      headers: {
        'Content-Type': contentTypes[extname(names[0] ?? '')] ?? 'application/octet-stream',
        ETag: `"${createHash('sha256').update(body).digest('base64url')}"`,
        'Cache-Control': 'public, no-cache',
        'X-Content-Type-Options': 'nosniff',
      },
    };
  };
}

/** Answers reads of these paths. A file is made when it is first asked for, and kept: most processes are asked for none. */
export function serveFiles(files: ReadonlyMap<string, () => PageFile>): ServeFiles {
  const made = lazily((make: () => PageFile) => make());
  return ({ method, path, headers }, response, next) => {
    const make = files.get(path);
    if (!make || (method !== 'GET' && method !== 'HEAD')) {
      next();
      return;
    }
    const file = made(make);
    const etag = file.headers['ETag'];
    const isKnown = etag !== undefined && headers['if-none-match'] === etag;
    response.writeHead(isKnown ? 304 : 200, {
      ...file.headers,
      ...(!isKnown && { 'Content-Length': file.body.length }),
    });
    response.end(isKnown ? undefined : file.body);
  };
}
