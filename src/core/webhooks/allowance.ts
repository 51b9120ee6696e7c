import { sql } from 'kysely';
import type { Allowance } from '../../config/allowance.js';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';

/**
 * Allowances of outgoing requests, as buckets: `points` at once, which refill evenly within `seconds`. A bucket stores only
 * the time at which it is full again, so that one statement checks and takes (generic cell rate algorithm).
 */

/** The limits of outgoing requests; null: unlimited. */
export interface WebhookLimits {
  /** Of all webhooks of an owner, except those of site administrators. */
  readonly owner: Allowance | null;
  /** Of all webhooks whose URLs have the same host. */
  readonly host: Allowance | null;
}

/** Takes one request. @returns false if none is left, or only later */
export async function takeRequest(run: Run, key: string, allowance: Allowance | null): Promise<boolean> {
  if (allowance === null) return true;
  return (await run(takeOne, { key, ...allowance })).length > 0;
}

/** Seconds that one request takes to refill. */
const secondsEach = ($: Parameters<Allowance>) =>
  sql`make_interval(secs => ${$.seconds}::float8 / ${$.points}::float8)`;

const takeOne = statement(
  'take webhook request',
  ($: Parameters<Allowance & { key: string }>) => sql<{ key: string }>`
    insert into webhook_allowances as a (key, full_at) values (${$.key}, clock_timestamp() + ${secondsEach($)})
    on conflict (key) do update set full_at = greatest(a.full_at, clock_timestamp()) + ${secondsEach($)}
      where a.full_at + ${secondsEach($)} <= clock_timestamp() + make_interval(secs => ${$.seconds}::float8)
    returning key`,
);

/** Buckets that are full equal those without a row. */
export const deleteFullAllowances = statement<object, object>(
  'delete full webhook allowances',
  () => sql<object>`delete from webhook_allowances where full_at < now()`,
);
