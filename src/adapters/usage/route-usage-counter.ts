import { OTHER } from '../../telemetry/metrics/metric-table.js';
import { sql } from 'kysely';
import { createPeriodicFlush, type PeriodicFlush } from '../jobs/periodic-flush.js';
import type { Logger } from '../../telemetry/log/log.js';
import { statement, type Run } from '../../database/sql/statement.js';

/** Counts requests per application and route, without a database write per request. */
export interface RouteUsageCounter extends PeriodicFlush {
  /** Counts a completed request, in memory only. */
  readonly record: (answered: RouteUsage) => void;
}

export interface RouteUsage {
  /** A pattern from a static table, never client input: `GET /v2.1/events/:eventId`. */
  readonly route: string;
  /** Null if the request has no token, or a token without an application. */
  readonly applicationId: string | null;
  /** HTTP status; 400 and above counts as an error. */
  readonly status: number;
  /** Seconds since 1970. */
  readonly now: number;
}

export interface RouteUsageOptions {
  readonly run: Run;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  /** The flush interval. */
  readonly intervalMs?: number;
  /** Maximum number of buffered rows; further counts go to the route `other` without an application. */
  readonly maxRows?: number;
}

/** A count to be added to its stored row. */
interface Counts {
  /** Days since 1970, in UTC. */
  readonly day: number;
  readonly applicationId: string | null;
  readonly route: string;
  requests: number;
  errors: number;
  /** Seconds since 1970. */
  lastUsedAt: number;
}

const DAY_SECONDS = 86_400;
/** Maximum rows per statement, far below the statement timeout. */
const MAX_ROWS = 10_000;

/**
 * Sorts the rows in one order for all processes, which prevents deadlocks. If the result is lost on the network, the
 * retry counts twice.
 */
const addCounts = statement<{ counts: string }, object>(
  'route uses added',
  ($) => sql<object>`
    insert into route_uses as stored (day, application_id, route, requests, errors, last_used_at)
    select date '1970-01-01' + day, "applicationId", route, requests, errors, to_timestamp("lastUsedAt")
    from json_to_recordset(${$.counts}::json) as counted (
      day integer, "applicationId" bigint, route text, requests bigint, errors bigint, "lastUsedAt" double precision
    )
    order by day, "applicationId", route
    on conflict (day, application_id, route) do update set
      requests = stored.requests + excluded.requests,
      errors = stored.errors + excluded.errors,
      last_used_at = greatest(stored.last_used_at, excluded.last_used_at)`,
);

export function createRouteUsageCounter({
  run,
  log,
  intervalMs,
  maxRows = MAX_ROWS,
}: RouteUsageOptions): RouteUsageCounter {
  const buffered = new Map<string, Counts>();

  const add = (counts: Counts): void => {
    const { day, applicationId, route } = counts;
    const key = `${day} ${applicationId} ${route}`;
    const before = buffered.get(key);
    if (before) {
      before.requests += counts.requests;
      before.errors += counts.errors;
      before.lastUsedAt = Math.max(before.lastUsedAt, counts.lastUsedAt);
    } else if (buffered.size < maxRows || (route === OTHER && applicationId === null)) {
      buffered.set(key, counts);
    } else {
      add({ ...counts, applicationId: null, route: OTHER });
    }
  };
  const write = async (): Promise<void> => {
    const counts = [...buffered.values()];
    buffered.clear();
    if (counts.length === 0) return;
    try {
      await run(addCounts, { counts: JSON.stringify(counts) });
    } catch (error) {
      counts.forEach(add);
      throw error;
    }
  };
  const messages = {
    failed: 'Failed to store route usage; retrying',
    recovered: 'Resumed storing route usage',
  };
  return {
    record({ route, applicationId, status, now }) {
      const day = Math.floor(now / DAY_SECONDS);
      add({ day, applicationId, route, requests: 1, errors: status >= 400 ? 1 : 0, lastUsedAt: now });
    },
    ...createPeriodicFlush({ write, log, messages, intervalMs }),
  };
}
