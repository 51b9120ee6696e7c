import type { ServerResponse } from 'node:http';
import { assetOf, serveFiles, type PageRequest, type ServeFiles } from './page-file.js';
import { isRead } from '../send.js';

/** Cacheable for one day. */
const MOVED = { Location: '/favicon.svg', 'Cache-Control': 'public, max-age=86400', 'Content-Length': 0 };

/** The scripts of pages and their modules. */
const scripts = [
  'account',
  'account-operations',
  'claim',
  'dashboard',
  'dashboard-card',
  'dashboard-elements',
  'dashboard-operations',
  'dashboard-tasks',
  'event-feedback',
  'feedback',
  'feedback-elements',
  'feedback-operations',
  'feedback-policy',
  'live',
  'signed-in',
  'speaking',
  'talk',
];

/**
 * Serves the files that browsers and crawlers request at the root of a site, and those of pages.
 * Redirects `favicon.ico` to the SVG icon.
 */
export function siteFiles(): ServeFiles {
  const serve = serveFiles(
    new Map([
      ['/favicon.svg', assetOf('icon.svg')],
      ['/robots.txt', assetOf('robots.txt')],
      ['/pages/site.css', assetOf('site/site.css')],
      ['/pages/dashboard.css', assetOf('dashboard/dashboard.css')],
      ...scripts.map((name) => [`/pages/${name}.js`, assetOf(`scripts/${name}.js`)] as const),
    ]),
  );
  return (request: PageRequest, response: ServerResponse, next) => {
    if (request.path === '/favicon.ico' && isRead(request)) response.writeHead(301, MOVED).end();
    else serve(request, response, next);
  };
}
