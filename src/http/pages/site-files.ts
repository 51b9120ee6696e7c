import type { ServerResponse } from 'node:http';
import { assetOf, serveFiles, type PageRequest, type ServeFiles } from './page-file.js';
import { isRead } from '../send.js';

/** Cacheable for one day. */
const MOVED = { Location: '/favicon.svg', 'Cache-Control': 'public, max-age=86400', 'Content-Length': 0 };

/**
 * Serves the files that browsers and crawlers request at the root of a site, and those of feedback pages. Redirects `favicon.ico` to the SVG icon.
 */
export function siteFiles(): ServeFiles {
  const serve = serveFiles(
    new Map([
      ['/favicon.svg', assetOf('icon.svg')],
      ['/robots.txt', assetOf('robots.txt')],
      ['/pages/feedback.css', assetOf('feedback/feedback.css')],
      ['/pages/feedback.js', assetOf('scripts/feedback.js')],
    ]),
  );
  return (request: PageRequest, response: ServerResponse, next) => {
    if (request.path === '/favicon.ico' && isRead(request)) response.writeHead(301, MOVED).end();
    else serve(request, response, next);
  };
}
