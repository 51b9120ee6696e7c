import { preflight, withCrossOrigin } from './cross-origin.js';
import type { Handler } from './in-sequence.js';
import { isRead, prepareForReuse, send, type Reply } from './send.js';

const ALLOWED = 'GET, HEAD';

/** A document that is the same for all callers. */
interface FixedDocument {
  readonly body: object;
  /** The body of the 405 response to writes. */
  readonly refusal: object;
  /** Overrides the default of `Vary`. */
  readonly vary?: string;
}

/** Serves a document to every read, from any origin. */
export function serveFixedDocument({ body, refusal, vary }: FixedDocument): Handler {
  const complete = (reply: Reply): Reply => {
    const { headers, ...rest } = withCrossOrigin(reply);
    return { ...rest, headers: { ...headers, ...(vary !== undefined && { Vary: vary }) } };
  };
  const found = prepareForReuse(complete(jsonReply({ status: 200, body })), () => undefined);
  const refused = complete(jsonReply({ status: 405, body: refusal }, ALLOWED));
  const options = preflight(`${ALLOWED}, OPTIONS`);
  return (request, response, next) => {
    const reply = request.method === 'OPTIONS' ? options : isRead(request) ? found : refused;
    send(request, response, reply).catch(next);
  };
}

/** @param allow the `Allow` header of a 405 response */
export function jsonReply({ status, body }: { readonly status: number; readonly body: object }, allow = ''): Reply {
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    ...(status === 405 && { Allow: allow }),
  };
  return { status, headers, body: JSON.stringify(body) };
}
