import { createHash } from 'node:crypto';
import { Refusal } from './refusal.js';
import { exposedHeaders, type WireReply } from './reply.js';
import type { Row } from './route.js';

/** What came of a request with a key. */
export type Repeated =
  /** It was worked on. */
  | { readonly outcome: 'answered'; readonly reply: WireReply }
  /** It was done before, and answered so. */
  | { readonly outcome: 'replayed'; readonly reply: WireReply }
  /** It is being worked on, or another request with this key. */
  | { readonly outcome: 'busy' }
  /** With this key another request was done. */
  | { readonly outcome: 'reused' };

/** A request under a key of the user who sends it. */
interface Keyed {
  readonly key: string;
  /** Differs where the request does. */
  readonly fingerprint: string;
}

/** How what is sent more than once is done once. */
export interface Repeats<Context> {
  /** @param work may be done in a context that writes only together with its answer */
  readonly once: (context: Context, keyed: Keyed, work: (by: Context) => Promise<WireReply>) => Promise<Repeated>;
}

interface Request {
  readonly method: string;
  readonly url: string;
  readonly idempotencyKey?: string | undefined;
}

interface OneRequest<Context> {
  readonly key: string;
  readonly incoming: Request;
  readonly body: Uint8Array | null;
  readonly context: Context;
  readonly work: (by: Context) => Promise<WireReply>;
}

/** What is added or asked for: whoever replaces or deletes twice has done it once. */
const METHOD = 'POST';
const KEY = /^[\x20-\x7e]{1,255}$/;
/** In seconds: a write takes less. */
const SOON = '1';
const REUSED = 'This Idempotency-Key was used for another request; take a new one for each';
/** What those are told whose request is not done yet. */
export const BUSY = 'A request with this Idempotency-Key is being worked on, please try again';

/** Whether a row knows `Idempotency-Key`: for others it means nothing, as nobody is logged in whose key it could be. */
export const takesKey = ({ method, answer }: Row): boolean =>
  method === METHOD && answer?.login !== undefined && !answer.multipart;

/**
 * The key of a request that is to be done once; undefined where there is none, or it means nothing.
 *
 * @throws Refusal 400 when it is no key, or comes with a file, which nobody would want to compare with another
 */
export function keyOf({ method, idempotencyKey }: Request, { answer }: Row): string | undefined {
  if (idempotencyKey === undefined || method !== METHOD || answer?.login === undefined) return undefined;
  if (!KEY.test(idempotencyKey)) {
    throw new Refusal('IDEMPOTENCY_KEY_UNREADABLE', 'The Idempotency-Key must be 1 to 255 printable ASCII characters');
  }
  if (!answer.multipart) return idempotencyKey;
  const sentence = 'An upload takes no Idempotency-Key: send it again, and it replaces what was there';
  throw new Refusal('IDEMPOTENCY_KEY_UNSUPPORTED', sentence);
}

/**
 * Answers a request that may be sent again, whatever becomes of its connection: it is done once.
 *
 * @throws Refusal 409 while it is being worked on, 422 where the key was that of another request
 */
export async function answerOnce<Context>(
  { once }: Repeats<Context>,
  { key, incoming, body, context, work }: OneRequest<Context>,
): Promise<WireReply> {
  const repeated = await once(context, { key, fingerprint: fingerprintOf(incoming, body) }, work);
  if (repeated.outcome === 'reused') throw new Refusal('IDEMPOTENCY_KEY_REUSED', REUSED);
  if (repeated.outcome === 'busy') throw new Refusal('IDEMPOTENCY_KEY_BUSY', BUSY, { 'Retry-After': SOON });
  const { outcome, reply } = repeated;
  if (outcome === 'answered') return reply;
  const headers = { 'Idempotency-Replayed': 'true', 'Access-Control-Expose-Headers': exposedHeaders };
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

/** Neither a method nor an address has a line break in it. */
const fingerprintOf = ({ method, url }: Request, body: Uint8Array | null): string =>
  createHash('sha256')
    .update(`${method}\n${url}\n`)
    .update(body ?? new Uint8Array())
    .digest('hex');
