import type { IncomingMessage, RequestListener } from 'node:http';
import { REQUEST_ID, requestIdOf } from '../request/request-id.js';
import type { RequestWatch } from '../request/watch.js';
import { send, type Answer } from './send.js';

/** An answer that is true now, and as what a request for it is counted. */
type Kept = Answer & { readonly route?: string };

const READS = new Set(['GET', 'HEAD']);

/** Whether a request may get what everybody gets, and has no body that somebody would have to let through. */
function isPlain({ method = '', headers }: IncomingMessage): boolean {
  const { authorization, 'content-length': length, 'transfer-encoding': encoding } = headers;
  return READS.has(method) && authorization === undefined && length === undefined && encoding === undefined;
}

/**
 * Answers what is kept before anything else is done for a request: most of what a busy service does.
 *
 * @param find undefined at once where nothing is kept for such a request
 * @param watch is told of every answer
 * @param otherwise answers all other requests, and those for which nobody knows whether what is kept is true
 */
export function keptFirst(
  find: (request: IncomingMessage) => Promise<Kept | undefined> | undefined,
  watch: Pick<RequestWatch, 'kept'>,
  otherwise: RequestListener,
): RequestListener {
  return (request, response) => {
    const began = performance.now();
    const found = isPlain(request) ? find(request) : undefined;
    if (!found) return otherwise(request, response);
    found
      .then(async (answer) => {
        if (!answer) return otherwise(request, response);
        const id = requestIdOf(request);
        const bytes = await send(request, response, answer, { [REQUEST_ID]: id });
        watch.kept({ request, id, route: answer.route ?? null, status: response.statusCode, bytes, began });
      })
      .catch(() => (response.headersSent ? response.destroy() : otherwise(request, response)));
  };
}
