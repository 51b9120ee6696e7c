import { Liquid } from 'liquidjs';
import { assetOf, serveFiles, textOf, type PageFile, type ServeFiles } from './page-file.js';

/** The pages to which mails lead (`src/domain/pages.ts`). */
const pages = {
  '/user/verification': { title: 'Verify your e-mail address', file: 'verification.html' },
  '/user/new-password': { title: 'Choose a new password', file: 'new-password.html' },
  '/user/login': { title: 'Logging in', file: 'login.html' },
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

/**
 * Three pages for people, and what they load, for a deployment without a website: there the links in mails lead to the
 * service itself. Whose username is `verification`, `new-password` or `login` has no page `/user/<name>` there.
 *
 * The pages are made once: what comes with a request, such as a token, is never part of them. Their script reads it.
 *
 * @param productName what the pages call the service
 */
export function accountPages(productName: string): ServeFiles {
  return serveFiles(
    new Map([
      ...writtenPages(productName),
      ['/user/assets/account.css', assetOf('palette.css', 'account/account.css')],
      ['/user/assets/account.js', assetOf('account/account.js')],
    ]),
  );
}

function writtenPages(productName: string): [string, () => PageFile][] {
  const engine = new Liquid({ outputEscape: 'escape', strictVariables: true, strictFilters: true, templates: {} });
  const layout = engine.parse(textOf('account/layout.html'));
  return Object.entries(pages).map(([path, { title, file }]) => {
    const main: unknown = engine.parseAndRenderSync(textOf(`account/${file}`), { productName });
    const page = String(engine.renderSync(layout, { productName, title, main }));
    const body = Buffer.from(page);
    return [path, () => ({ body, headers: pageHeaders })];
  });
}
