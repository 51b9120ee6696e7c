import type { IncomingMessage, RequestListener } from 'node:http';
import { REQUEST_ID, requestIdOf, type RequestTracker } from '../telemetry/request/track-requests.js';
import { isRead, send, unstorable } from './send.js';
import type { CachedReply } from './cache/response-cache.js';
import type { UnsentBytes } from './unsent-bytes.js';

/**
 * Whether a request is an anonymous read without a body, so that it may use the cache and nothing has to be drained.
 */
function isPlain(request: IncomingMessage): boolean {
  const { authorization, 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return isRead(request) && authorization === undefined && length === undefined && encoding === undefined;
}

/**
 * Serves fresh cached responses before any other processing, because they are most of the load of a busy service.
 *
 * @param find returns undefined synchronously if nothing is cached for the request
 * @param isUnstorable whether no cache may store responses now
 * @param unsent if it may refuse the caller, the request is handled like others
 * @param tracker called after every cached response
 * @param otherwise handles all other requests, and those whose cached response is stale or cannot be validated
 */
export function serveCached(
  find: (request: IncomingMessage) => Promise<CachedReply | undefined> | undefined,
  isUnstorable: () => boolean,
  unsent: Pick<UnsentBytes, 'mayRefuse' | 'hold'>,
  tracker: Pick<RequestTracker, 'trackCached'>,
  otherwise: RequestListener,
): RequestListener {
  return (request, response) => {
    const began = performance.now();
    const found = isPlain(request) && !unsent.mayRefuse() ? find(request) : undefined;
    if (!found) return otherwise(request, response);
    found
      .then(async (reply) => {
        if (!reply) return otherwise(request, response);
        const id = requestIdOf(request);
        const bytes = await send(request, response, isUnstorable() ? unstorable(reply) : reply, { [REQUEST_ID]: id });
        if (response.writableLength > 0 && Buffer.isBuffer(reply.body)) unsent.hold(response, reply.body, false);
        tracker.trackCached({ request, id, route: reply.route ?? null, status: response.statusCode, bytes, began });
      })
      .catch(() => (response.headersSent ? response.destroy() : otherwise(request, response)));
  };
}
