import { createHash } from 'node:crypto';
import { accessSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Liquid, type Template } from 'liquidjs';
import { memoize } from '../../config/memoize.js';
import { PACKAGE_ROOT } from '../../config/package-root.js';
import type { RowReply } from '../rows/row.js';

/** Pages are not compiled. */
const FOLDER = join(PACKAGE_ROOT, 'src/http/pages');

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** A static response. */
export type PageFile = RowReply & { readonly body: Buffer };

const pathOf = (name: string): string => join(FOLDER, name);

/** The text of a file in this folder. */
export const textOf = (name: string): string => readFileSync(pathOf(name), 'utf8');

/** Escapes every value that a template outputs, unless the template says `raw`. */
const engine = new Liquid({ outputEscape: 'escape', strictVariables: true, strictFilters: true, templates: {} });
const template = memoize((name: string): Template[] => engine.parse(textOf(name)));

/** Renders a template of this folder. */
export const rendered = (name: string, values: object): string => String(engine.renderSync(template(name), values));

/** Browsers may cache the file, but revalidate each time. */
function pageFile(name: string, body: Buffer): PageFile {
  return {
    body,
    tag: `"${createHash('sha256').update(body).digest('base64url')}"`,
    headers: {
      'Content-Type': contentTypes[extname(name)] ?? 'application/octet-stream',
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
