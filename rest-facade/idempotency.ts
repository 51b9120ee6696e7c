import { createHash } from 'node:crypto';
import { Refusal } from './refusal.js';
import { exposedHeaders, type WireReply } from './reply.js';
import type { Row } from './route.js';

/** Outcome of a request with an idempotency key. */
export type Repeated =
  /** Executed now. */
  | { readonly outcome: 'answered'; readonly reply: WireReply }
  /** Executed before: the stored response is replayed. */
  | { readonly outcome: 'replayed'; readonly reply: WireReply }
  /** A request with this key is in flight. */
  | { readonly outcome: 'busy' }
  /** The key was used for a different request. */
  | { readonly outcome: 'reused' };

/** Identifies a request: its idempotency key, scoped to the user, and its fingerprint. */
interface Keyed {
  readonly key: string;
  /** Hash of the request, to detect a key that is reused for another one. */
  readonly fingerprint: string;
}

/** Executes retried requests once. */
export interface Repeats<Context> {
  /** @param work receives the context to write with: its transaction also stores the response */
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

/** PUT and DELETE are idempotent already. */
const METHOD = 'POST';
const KEY = /^[\x20-\x7e]{1,255}$/;
/** `Retry-After` in seconds: a write takes less than 1 s. */
const SOON = '1';
const REUSED = 'This Idempotency-Key was used for another request; take a new one for each';
/** Message of the 409 response while the first request is in flight. */
export const BUSY = 'A request with this Idempotency-Key is being worked on, please try again';

/** Whether a row supports `Idempotency-Key`. Keys are scoped to users, so rows without login ignore the header. */
export const takesKey = ({ method, answer }: Row): boolean =>
  method === METHOD && answer?.login !== undefined && !answer.multipart;

/**
 * Returns the idempotency key of a request; undefined if it has none or the row ignores it.
 *
 * @throws Refusal 400 if the key is malformed, or the request is an upload: uploads are too large to fingerprint
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
 * Executes a retryable request once, even if its connection breaks, and replays its response to retries.
 *
 * @throws Refusal 409 while the request is in flight, 422 if the key was used for another request
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

/** Line breaks delimit the parts unambiguously: neither a method nor a URL contains one. */
const fingerprintOf = ({ method, url }: Request, body: Uint8Array | null): string =>
  createHash('sha256')
    .update(`${method}\n${url}\n`)
    .update(body ?? new Uint8Array())
    .digest('hex');
