import { sql } from 'kysely';
import { statement, type Run } from '../../database/sql/statement.js';

/** A request with an idempotency key. */
export interface KeyedRequest {
  /** The account that owns the key. */
  readonly user: string;
  readonly key: string;
  /** Hash of the request; detects a key that is reused for another request. */
  readonly fingerprint: string;
}

/** A response as stored. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

interface Done {
  readonly fingerprint: string;
  readonly answer: StoredAnswer;
}

/** Retention of a key, by the clock of the database. */
const A_DAY = sql`interval '24 hours'`;

const doneUnderKey = statement<{ user: string; key: string }, Done>(
  'request done under a key',
  ($) => sql<Done>`
    select fingerprint, answer from idempotency_keys
    where user_id = ${$.user}::bigint and key = ${$.key}::text and created_at > now() - ${A_DAY}`,
);

/**
 * Inserts the key unless another request holds it or has used it within 24 hours. An advisory lock rejects concurrent
 * duplicates immediately, where the row alone would make them wait. It precedes the row and ends with the transaction,
 * when the row is either visible to all or rolled back.
 */
const claimKey = statement<KeyedRequest, object>(
  'idempotency key claimed',
  ($) => sql<object>`
    insert into idempotency_keys as k (user_id, key, fingerprint)
      select ${$.user}::bigint, ${$.key}::text, ${$.fingerprint}::text
      where pg_try_advisory_xact_lock(hashtextextended('idempotency ' || ${$.user}::text || ' ' || ${$.key}::text, 0))
    on conflict (user_id, key) do update set fingerprint = excluded.fingerprint, answer = null, created_at = now()
      where k.created_at <= now() - ${A_DAY}
    returning k.user_id`,
);

const storeAnswer = statement<KeyedRequest & { answer: string }, object>(
  'answer stored under a key',
  ($) => sql<object>`
    update idempotency_keys set answer = ${$.answer}::json
    where user_id = ${$.user}::bigint and key = ${$.key}::text and fingerprint = ${$.fingerprint}::text`,
);

const deleteOldKeys = statement<object, object>(
  'idempotency keys deleted',
  () => sql<object>`delete from idempotency_keys where created_at <= now() - ${A_DAY}`,
);

/** The response stored under the key within the last 24 hours; undefined without one. */
export async function findDone(run: Run, { user, key }: KeyedRequest): Promise<Done | undefined> {
  const [done] = await run(doneUnderKey, { user, key });
  return done;
}

/** @param run in the transaction of the request's write. @returns false if another request holds or has used the key */
export async function claim(run: Run, request: KeyedRequest): Promise<boolean> {
  return (await run(claimKey, request)).length > 0;
}

/** @param run in the transaction that claimed the key */
export async function keepAnswer(run: Run, request: KeyedRequest, answer: StoredAnswer): Promise<void> {
  await run(storeAnswer, { ...request, answer: JSON.stringify(answer) });
}

/** Deletes expired keys. */
export async function sweepKeys(run: Run): Promise<void> {
  await run(deleteOldKeys, {});
}
