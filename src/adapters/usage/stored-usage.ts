import { sql } from 'kysely';
import { statement, type Run } from '../../database/sql/statement.js';

/** Usage of one route by one application. */
interface UsedRoute {
  /** Null without an application, and for one that is deleted or unnamed. */
  readonly application: string | null;
  /** Its consumer key; null without an application, and for a deleted one. */
  readonly key: string | null;
  /** Null without an application. */
  readonly applicationId: string | null;
  readonly route: string;
  readonly requests: number;
  /** The requests with a response status of 400 or above. */
  readonly errors: number;
  /** ISO 8601, in UTC, with second precision. */
  readonly lastUsedAt: string;
}

const TODAY = sql`(now() at time zone 'UTC')::date`;

/** Usage of the last days including today, for one application (by key or case-insensitive name) or for all. */
export const usedRoutes = statement<{ days: number; application: string | null }, UsedRoute>(
  'used routes',
  ($) => sql<UsedRoute>`
    select a.name as application, a.consumer_key as key, u.application_id as "applicationId", u.route,
      sum(u.requests)::double precision as requests, sum(u.errors)::double precision as errors,
      to_char(max(u.last_used_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "lastUsedAt"
    from route_uses as u left join applications as a on a.id = u.application_id
    where u.day > ${TODAY} - ${$.days}::integer
      and (${$.application}::text is null or a.consumer_key = ${$.application} or lower(a.name) = lower(${$.application}))
    group by a.id, u.application_id, u.route
    order by requests desc, application, u.application_id, u.route`,
);

export const applicationsNamed = statement<{ application: string }, object>(
  'applications by key or name',
  ($) => sql<object>`
    select from applications where consumer_key = ${$.application} or lower(name) = lower(${$.application}) limit 1`,
);

const deleteOldUses = statement<{ days: number }, object>(
  'route uses deleted',
  ($) => sql<object>`delete from route_uses where day <= ${TODAY} - ${$.days}::integer`,
);

/** Deletes usage that is older than the given number of days. */
export async function deleteOldUsage(run: Run, days: number): Promise<void> {
  await run(deleteOldUses, { days });
}
