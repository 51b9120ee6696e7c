import { assetOf, contentSecurityPolicy, serveFiles, textOf, type ServeFiles } from './page-file.js';

/** The viewer, copied out of its package by `.config/build-reference.mjs`. */
const VIEWER = '../../../dist-reference';

/**
 * Serves `/docs`: the reference of v2.1, which shows each operation beside its GraphQL equivalent and can execute it.
 */
export function referencePage(): ServeFiles {
  const page = () => ({
    body: Buffer.from(textOf('reference/reference.html')),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      // The viewer sets inline styles and loads icons from data URLs; it connects to this service only.
      'Content-Security-Policy': contentSecurityPolicy(
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "connect-src 'self'",
      ),
      'Cache-Control': 'no-cache',
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    },
  });
  return serveFiles(
    new Map([
      ['/docs', page],
      ['/docs/', page],
      ['/docs/viewer.js', assetOf(`${VIEWER}/swagger-ui-bundle.js`)],
      ['/docs/viewer.css', assetOf(`${VIEWER}/swagger-ui.css`, 'reference/reference.css')],
      ['/docs/reference.js', assetOf('reference/reference.js')],
      ['/docs/login.js', assetOf('reference/login.js')],
      ['/docs/licences.txt', assetOf(`${VIEWER}/licences.txt`)],
    ]),
  );
}
