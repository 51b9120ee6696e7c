import type { Reply } from './send.js';

/** Responses vary by caller and content coding, errors also by the requested media type. */
const VARY = 'Accept, Authorization, Accept-Encoding';
/** Headers that scripts of other origins may read (decisions no. 63). */
const EXPOSED =
  'Location, ETag, Link, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Deprecation, Sunset, Idempotency-Replayed';

const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*', Vary: VARY };
const EXPOSING = { ...ANY_ORIGIN, 'Access-Control-Expose-Headers': EXPOSED };

/** Adds the headers of CORS and caches. Scripts of other origins may read data only, no HTML (contract §1.3). */
export function withCrossOrigin(reply: Reply): Reply {
  const { status, headers } = reply;
  if (headers['Content-Type']?.startsWith('text/html')) return { ...reply, headers: { ...headers, Vary: VARY } };
  const exposes = status >= 400 || Object.keys(headers).some((name) => name !== 'Content-Type');
  return { ...reply, headers: { ...headers, ...(exposes ? EXPOSING : ANY_ORIGIN) } };
}

/** Adds the headers of a response that neither shared caches nor scripts of other origins may get. */
export const forClientOnly = (reply: Reply): Reply => ({
  ...reply,
  headers: {
    'Cache-Control': reply.status === 200 ? 'private, no-cache' : 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
    ...reply.headers,
  },
});

/** Response to a CORS preflight request. @param allow the methods of the path */
export const preflight = (allow: string): Reply => ({
  status: 204,
  headers: {
    ...ANY_ORIGIN,
    Allow: allow,
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE',
    'Access-Control-Allow-Headers':
      'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, apollo-require-preflight, ' +
      'apollographql-client-name, apollographql-client-version, traceparent, tracestate, X-Request-Id, Last-Event-ID',
    'Access-Control-Max-Age': '86400',
  },
  body: null,
});
