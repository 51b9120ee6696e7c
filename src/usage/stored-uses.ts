import { sql } from 'kysely';
import { statement, type Run } from '../reads/statement.js';

/** What one application did at one route. */
interface UsedRoute {
  /** Null where there was none, and for one that has been deleted. */
  readonly application: string | null;
  /** Its consumer key; null like the name. */
  readonly key: string | null;
  /** Null where there was none. */
  readonly applicationId: string | null;
  readonly route: string;
  readonly requests: number;
  /** Those of the requests that were answered with a status from 400 on. */
  readonly errors: number;
  /** ISO 8601, in UTC, to the second. */
  readonly lastUsedAt: string;
}

const TODAY = sql`(now() at time zone 'UTC')::date`;

/** The uses of the last days, today among them, of one application (by key or by name, in any case) or of all. */
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

/** Deletes the uses of all days but the last ones. */
export async function sweepUses(run: Run, days: number): Promise<void> {
  await run(deleteOldUses, { days });
}
