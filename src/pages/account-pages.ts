import { Liquid } from 'liquidjs';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** In `src`, also for the compiled service: they are not compiled. */
const FOLDER = fileURLToPath(new URL('../../../src/pages/account', import.meta.url));

/** The pages to which mails lead (`src/domain/pages.ts`). */
const pages = {
  '/user/verification': { title: 'Verify your e-mail address', file: 'verification.html' },
  '/user/new-password': { title: 'Choose a new password', file: 'new-password.html' },
  '/user/login': { title: 'Logging in', file: 'login.html' },
};

const assets = ['account.css', 'account.js', 'icon.svg'];

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  // The script sends them. Without it a password must not end up in an address.
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The address of a page may hold a token: nobody keeps it, and nobody is told where a reader comes from. */
const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': contentSecurityPolicy,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

interface PageFile {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** As Express makes it: `path` is without the query string, and without a scheme and host before it. */
type PageRequest = IncomingMessage & { readonly path: string };

/**
 * Three pages for people, and what they load, for a deployment without a website: there the links in mails lead to the
 * service itself. Whose username is `verification`, `new-password` or `login` has no page `/user/<name>` there.
 *
 * The pages are made once: what comes with a request, such as a token, is never part of them. Their script reads it.
 *
 * @param productName what the pages call the service
 */
export function accountPages(
  productName: string,
): (request: PageRequest, response: ServerResponse, next: () => void) => void {
  const files = new Map([
    ...writtenPages(productName),
    ...assets.map((name) => [`/user/assets/${name}`, assetNamed(name)] as const),
  ]);
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

const textOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

function writtenPages(productName: string): (readonly [string, PageFile])[] {
  const engine = new Liquid({ outputEscape: 'escape', strictVariables: true, strictFilters: true, templates: {} });
  const layout = engine.parse(textOf('layout.html'));
  return Object.entries(pages).map(([path, { title, file }]) => {
    const main: unknown = engine.parseAndRenderSync(textOf(file), { productName });
    const page = String(engine.renderSync(layout, { productName, title, main }));
    return [path, { body: Buffer.from(page), headers: pageHeaders }];
  });
}

function assetNamed(name: string): PageFile {
  const body = readFileSync(join(FOLDER, name));
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
