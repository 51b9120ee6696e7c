import { forClientOnly, withCrossOrigin, preflight } from '../cross-origin.js';
import { HttpError } from '../http-error.js';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Run } from '../../database/sql/statement.js';
import type { Stage } from './stage.js';
import { DomainError } from '../../core/errors.js';
import { refineRoute } from '../../telemetry/request/track-requests.js';
import { type ResponseCache, cacheKeyOf } from '../cache/response-cache.js';
import { rateLimitHeaders as headersOf } from '../../adapters/limits/recording-limits.js';
import { bodyBytes } from '../request-body.js';
import { refuseWideCharset } from '../charset.js';
import { refuseHeavyJson } from '../json-body.js';
import type { Exchange } from '../exchange.js';
import type { Match } from '../match.js';
import { type Reply, unstorable } from '../send.js';
import type { Preconditions } from '../cache/preconditions.js';
import { idempotency } from './idempotency.js';
import { preconditions } from './preconditions.js';
import { paceLarge } from './pace-large.js';
import { boundUnsent } from './bound-unsent.js';
import type { ResultSizeLimit } from '../../core/reads/result-size-limit.js';
import type { UnsentBytes } from '../unsent-bytes.js';
import type { Requests } from '../create-context.js';

/** Runs an exchange through all stages. Rejects with errors that are neither the caller's nor expected. */
export type Pipeline = <Some extends Match>(exchange: Exchange<Some>) => Promise<Reply>;

/** State that the exchanges of a process share. */
interface PipelineParts {
  readonly cache: Pick<ResponseCache, 'getOrCompute'>;
  readonly preconditions: Preconditions;
  /** Looks up idempotency keys. */
  readonly run: Run;
  readonly unsent: UnsentBytes;
  readonly requests: Pick<Requests, 'addressOf'>;
  /** Releases the result that a request has read. */
  readonly releaseResult: ResultSizeLimit['onCompleted'];
  /** Opens the transactions of idempotent requests. */
  readonly em: EntityManager;
  /** Whether responses may lack recent writes, because the primary is unreachable. */
  readonly isWithoutPrimary: () => boolean;
}

/** The lifecycle of an exchange, at every endpoint. */
export function createPipeline(parts: PipelineParts): Pipeline {
  const stages: readonly Stage[] = [
    renderErrors,
    boundUnsent(parts),
    identify,
    match,
    storeNothingIf(parts.isWithoutPrimary),
    // Before the stages that may hold a transaction: a queued request holds no connection. Before the cache, whose other
    // requests for the same page would wait in the queue of the first one. Usual hits do not get here.
    paceLarge(parts.unsent),
    responseCache(parts.cache),
    crossOrigin,
    rateLimitHeaders,
    authenticate,
    readBody,
    idempotency(parts.run, parts.em),
    preconditions(parts.preconditions),
    respond,
  ];
  return (exchange) => {
    const from = (index: number): Promise<Reply> => {
      const stage = stages[index];
      if (!stage) throw new Error('The last stage must respond');
      return stage(exchange, () => from(index + 1));
    };
    return from(0);
  };
}

/** Turns errors of the stages into replies of the endpoint. Other errors are left to the error handler. */
const renderErrors: Stage = async (exchange, next) => {
  try {
    return await next();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return headersFor(exchange)(exchange.endpoint.render(error, exchange));
  }
};

/** Rejects requests with a malformed `Authorization` or an unknown `Host`. */
const identify: Stage = async (exchange, next) => {
  if (exchange.endpoint.credentials === 'first') {
    try {
      exchange.identify();
    } catch (error) {
      const [problem] = error instanceof DomainError ? error.problems : [];
      throw problem ? new HttpError(400, 'INVALID', problem.reason) : error;
    }
  }
  return next();
};

/** Matches the request at its endpoint. Responds to CORS preflight requests with the methods that the endpoint allows. */
const match: Stage = async (exchange, next) => {
  const { endpoint, method } = exchange;
  const found = endpoint.match(exchange);
  if (!('status' in found)) {
    exchange.matched = found;
    refineRoute(found.route);
    return next();
  }
  const allow = found.headers?.['Allow'];
  if (method === 'OPTIONS' && allow?.includes(method)) return preflight(allow);
  if (found.route !== undefined) refineRoute(found.route);
  throw found;
};

/** Forbids caches to store responses that the primary could not confirm. */
const storeNothingIf =
  (isWithoutPrimary: () => boolean): Stage =>
  async (_exchange, next) => {
    const reply = await next();
    return isWithoutPrimary() ? unstorable(reply) : reply;
  };

/** Serves anonymous reads from the response cache. */
const responseCache =
  (cache: Pick<ResponseCache, 'getOrCompute'>): Stage =>
  async (exchange, next) => {
    const { headers, url, origin } = exchange;
    const { cache: policy, subject, route, canonicalUrl = url } = exchange.match;
    if (!policy || origin === null || headers.authorization !== undefined) return next();
    const shown = async () => (await exchange.context()).reads.shown;
    const key = cacheKeyOf(canonicalUrl, origin, headers.accept);
    return cache.getOrCompute({ key, route, subject, ...policy, shown }, next);
  };

/** Lets scripts of other origins read the reply. Behind the cache, which stores complete replies. */
const crossOrigin: Stage = async (exchange, next) => headersFor(exchange)(await next());

/** Adds the headers of CORS and caches. */
export function headersFor<Some extends Match>({ endpoint, matched }: Pick<Exchange<Some>, 'endpoint' | 'matched'>) {
  if (endpoint.isSameOrigin === true) return (reply: Reply) => reply;
  return matched?.isForClientOnly === true ? forClientOnly : withCrossOrigin;
}

/** Reports the rate limits that the request consumed, whatever its outcome. */
const rateLimitHeaders: Stage = async (exchange, next) => {
  const reply = await next();
  // The GraphQL server has reported them already.
  if (exchange.limitStates.length === 0 || 'ratelimit' in reply.headers) return reply;
  return { ...reply, headers: { ...reply.headers, ...headersOf(exchange.limitStates) } };
};

/** Looks up the token. Rejects anonymous callers before the body is read, where the route requires login. */
const authenticate: Stage = async (exchange, next) => {
  const { endpoint, match } = exchange;
  if (endpoint.credentials === 'first') {
    const { viewer } = await exchange.context();
    if (match.login === 'required' && viewer === null) throw new HttpError(401, 'UNAUTHENTICATED', 'LOGIN_REQUIRED');
  }
  return next();
};

/** Reads the whole body. Rejects with an error that has a `status` if it is too large, cannot be decompressed, or is in UTF-16. */
const readBody: Stage = async (exchange, next) => {
  if (exchange.match.body === 'whole') {
    const bytes = await bodyBytes(exchange.request);
    refuseWideCharset(exchange.headers, bytes);
    refuseHeavyJson(exchange.headers, bytes);
    exchange.body = bytes;
  }
  return next();
};

/** The last stage: the endpoint executes the operation. */
const respond: Stage = async (exchange) => exchange.endpoint.respond(exchange);
