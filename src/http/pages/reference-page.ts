import { staticRow, type Row } from '../rows/row.js';
import { assetOf, contentSecurityPolicy, textOf } from './page-file.js';

/** The viewer, copied out of its package by `.config/build-reference.mjs`. */
const VIEWER = '../../../dist-reference';

/**
 * `/docs`: the reference of v2.1, which shows each operation beside its GraphQL equivalent and can execute it.
 */
export function referencePage(): Row[] {
  const page = () => ({
    tag: null,
    body: textOf('reference/reference.html'),
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
  return [
    staticRow('/docs', page),
    staticRow('/docs/', page),
    staticRow('/docs/viewer.js', assetOf(`${VIEWER}/swagger-ui-bundle.js`)),
    staticRow('/docs/viewer.css', assetOf(`${VIEWER}/swagger-ui.css`, 'reference/reference.css')),
    staticRow('/docs/reference.js', assetOf('reference/reference.js')),
    staticRow('/docs/login.js', assetOf('reference/login.js')),
    staticRow('/docs/licences.txt', assetOf(`${VIEWER}/licences.txt`)),
  ];
}
