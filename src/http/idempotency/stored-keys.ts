import { sql } from 'kysely';
import { statement, type Run } from '../../database/sql/statement.js';
import type { Reply } from '../send.js';

/** A request with an idempotency key. */
export interface KeyedRequest {
  /** The account that owns the key. */
  readonly user: string;
  readonly key: string;
  /** Hash of the request; detects a key that is reused for another request. */
  readonly fingerprint: string;
}

/** A response as stored. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

interface CompletedRequest {
  readonly fingerprint: string;
  readonly response: StoredResponse;
}

/** Retention of a key, by the clock of the database. */
const A_DAY = sql`interval '24 hours'`;

const completedUnderKey = statement<{ user: string; key: string }, CompletedRequest>(
  'request completed under a key',
  ($) => sql<CompletedRequest>`
    select fingerprint, answer as response from idempotency_keys
    where user_id = ${$.user}::bigint and key = ${$.key}::text and created_at > now() - ${A_DAY}`,
);

/**
 * Inserts the key unless another request holds it or has used it within 24 hours. An advisory lock rejects concurrent
 * duplicates immediately, where the row alone would make them wait. It precedes the row and ends with the transaction,
 * when the row is either visible to all or rolled back.
 */
const insertKey = statement<KeyedRequest, object>(
  'idempotency key claimed',
  ($) => sql<object>`
    insert into idempotency_keys as k (user_id, key, fingerprint)
      select ${$.user}::bigint, ${$.key}::text, ${$.fingerprint}::text
      where pg_try_advisory_xact_lock(hashtextextended('idempotency ' || ${$.user}::text || ' ' || ${$.key}::text, 0))
    on conflict (user_id, key) do update set fingerprint = excluded.fingerprint, answer = null, created_at = now()
      where k.created_at <= now() - ${A_DAY}
    returning k.user_id`,
);

const updateResponse = statement<KeyedRequest & { response: string }, object>(
  'response stored under a key',
  ($) => sql<object>`
    update idempotency_keys set answer = ${$.response}::json
    where user_id = ${$.user}::bigint and key = ${$.key}::text and fingerprint = ${$.fingerprint}::text`,
);

const deleteOldKeys = statement<object, object>(
  'idempotency keys deleted',
  () => sql<object>`delete from idempotency_keys where created_at <= now() - ${A_DAY}`,
);

/** The request that completed under the key within the last 24 hours; undefined without one. */
export async function findCompleted(run: Run, { user, key }: KeyedRequest): Promise<CompletedRequest | undefined> {
  const [completed] = await run(completedUnderKey, { user, key });
  return completed;
}

/** @param run in the transaction of the request's write. @returns false if another request holds or has used the key */
export async function claimKey(run: Run, request: KeyedRequest): Promise<boolean> {
  return (await run(insertKey, request)).length > 0;
}

/** @param run in the transaction that claimed the key */
export async function storeResponse(run: Run, request: KeyedRequest, { status, headers, body }: Reply): Promise<void> {
  const response: StoredResponse = { status, headers, body: body?.toString() ?? null };
  await run(updateResponse, { ...request, response: JSON.stringify(response) });
}

/** Deletes expired keys. */
export async function sweepKeys(run: Run): Promise<void> {
  await run(deleteOldKeys, {});
}
