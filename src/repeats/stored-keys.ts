import { sql } from 'kysely';
import { statement, type Run } from '../reads/statement.js';

/** A request under a key. */
export interface KeyedRequest {
  /** Whose key it is. */
  readonly user: string;
  readonly key: string;
  /** Differs where the request does. */
  readonly fingerprint: string;
}

/** An answer as it is stored. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

interface Done {
  readonly fingerprint: string;
  readonly answer: StoredAnswer;
}

/** How long a key is known, by the clock of the database. */
const A_DAY = sql`interval '24 hours'`;

const doneUnderKey = statement<{ user: string; key: string }, Done>(
  'request done under a key',
  ($) => sql<Done>`
    select fingerprint, answer from idempotency_keys
    where user_id = ${$.user}::bigint and key = ${$.key}::text and created_at > now() - ${A_DAY}`,
);

/**
 * A row where nobody else works under the key, or has done so in the last day. Others do not wait, as they would for the row
 * alone: the lock is there before it, and goes when everybody sees it, or nobody.
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

/** What was done under the key in the last day; undefined: nothing. */
export async function findDone(run: Run, { user, key }: KeyedRequest): Promise<Done | undefined> {
  const [done] = await run(doneUnderKey, { user, key });
  return done;
}

/** @param run in the transaction of the request's write. @returns false: somebody else is at work, or has done it */
export async function claim(run: Run, request: KeyedRequest): Promise<boolean> {
  return (await run(claimKey, request)).length > 0;
}

/** @param run in the transaction that has claimed the key */
export async function keepAnswer(run: Run, request: KeyedRequest, answer: StoredAnswer): Promise<void> {
  await run(storeAnswer, { ...request, answer: JSON.stringify(answer) });
}

/** Deletes what may be done anew. */
export async function sweepKeys(run: Run): Promise<void> {
  await run(deleteOldKeys, {});
}
