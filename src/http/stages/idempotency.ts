import { createHash } from 'node:crypto';
import type { Exchange } from '../exchange.js';
import { HttpError } from '../http-error.js';
import type { Repeats } from '../idempotency/repeats.js';
import type { Stage } from './stage.js';

const KEY = /^[\x20-\x7e]{1,255}$/;
/** A write takes less than 1 s. */
const RETRY_AFTER_SECONDS = '1';

/** Executes a request with an `Idempotency-Key` once, even if its connection breaks, and replays its reply to retries. */
export const idempotency =
  ({ once }: Repeats): Stage =>
  async (exchange, next) => {
    const key = keyOf(exchange);
    if (key === undefined) return next();
    const keyed = { key, fingerprint: fingerprintOf(exchange) };
    const repeated = await once(await exchange.context(), keyed, (context) => {
      exchange.useContext(context);
      return next();
    });
    if (repeated.outcome === 'reused') throw new HttpError(422, 'CONFLICT', 'IDEMPOTENCY_KEY_REUSED');
    if (repeated.outcome === 'busy') throw busy();
    const { outcome, reply } = repeated;
    if (outcome === 'answered') return reply;
    return { ...reply, headers: { ...reply.headers, 'Idempotency-Replayed': 'true' } };
  };

const busy = () => new HttpError(409, 'CONFLICT', 'IDEMPOTENCY_KEY_BUSY', { 'Retry-After': RETRY_AFTER_SECONDS });

/** @throws HttpError 400 if the key is malformed, or the route rejects keys */
function keyOf({ headers, match }: Pick<Exchange, 'headers' | 'match'>): string | undefined {
  const header = headers['idempotency-key'];
  if (header === undefined || match.idempotency === 'ignored') return undefined;
  const key = String(header);
  if (!KEY.test(key)) throw new HttpError(400, 'INVALID', 'IDEMPOTENCY_KEY_UNREADABLE');
  if (match.idempotency === 'rejected') throw new HttpError(400, 'INVALID', 'IDEMPOTENCY_KEY_UNSUPPORTED');
  return key;
}

/** Line breaks delimit the parts unambiguously: neither a method nor a URL contains one. */
const fingerprintOf = ({ method, url, body }: Pick<Exchange, 'method' | 'url' | 'body'>): string =>
  createHash('sha256')
    .update(`${method}\n${url}\n`)
    .update(body ?? new Uint8Array())
    .digest('hex');
