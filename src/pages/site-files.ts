import type { ServerResponse } from 'node:http';
import { assetOf, serveFiles, type PageRequest, type ServeFiles } from './page-file.js';

/** A day. */
const MOVED = { Location: '/favicon.svg', 'Cache-Control': 'public, max-age=86400', 'Content-Length': 0 };

/** What browsers and crawlers look for at the root of every site. The icon is a drawing: whoever wants bits is sent there. */
export function siteFiles(): ServeFiles {
  const serve = serveFiles(
    new Map([
      ['/favicon.svg', assetOf('icon.svg')],
      ['/robots.txt', assetOf('robots.txt')],
    ]),
  );
  return (request: PageRequest, response: ServerResponse, next) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (request.path === '/favicon.ico' && reads) response.writeHead(301, MOVED).end();
    else serve(request, response, next);
  };
}
