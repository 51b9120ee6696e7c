import { sql } from 'kysely';
import { writeInTurn, type WritingInTurn } from '../jobs/write-in-turn.js';
import type { Logger } from '../log.js';
import { statement, type Run } from '../reads/statement.js';

/** What meets no route is counted as, what is refused before its route is known, and what there is no room for. */
export const OTHER = 'other';

/** Counts how often each application uses each route, without a write for each request. */
export interface RouteUse extends WritingInTurn {
  /** A request has been answered. Costs nothing but memory. */
  readonly answered: (answered: Answered) => void;
}

export interface Answered {
  /** A pattern out of a table of ours, never what a client wrote: `GET /v2.1/events/:eventId`. */
  readonly route: string;
  /** Null: a request without a token, or with one of no application. */
  readonly applicationId: string | null;
  /** Of HTTP. From 400 on it is an error. */
  readonly status: number;
  /** Seconds since 1970. */
  readonly now: number;
}

export interface RouteUseSources {
  readonly run: Run;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  /** How often it writes. */
  readonly everyMs?: number;
  /** How many rows it keeps until then; what further ones would count goes to `other` of no application. */
  readonly most?: number;
}

/** A row that is still to be added to the stored one. */
interface Counts {
  /** Since 1970, in UTC. */
  readonly day: number;
  readonly applicationId: string | null;
  readonly route: string;
  requests: number;
  errors: number;
  /** Seconds since 1970. */
  lastUsedAt: number;
}

const DAY_SECONDS = 86_400;
/** One statement of so many rows takes far less time than a statement may. */
const MOST = 10_000;

/**
 * In an order that all processes share: none waits for a row of another one that waits for a row of its own. An answer of
 * the database that is lost on its way makes the same counts come twice.
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

export function createRouteUse({ run, log, everyMs, most = MOST }: RouteUseSources): RouteUse {
  const unwritten = new Map<string, Counts>();

  const add = (counts: Counts): void => {
    const { day, applicationId, route } = counts;
    const key = `${day} ${applicationId} ${route}`;
    const before = unwritten.get(key);
    if (before) {
      before.requests += counts.requests;
      before.errors += counts.errors;
      before.lastUsedAt = Math.max(before.lastUsedAt, counts.lastUsedAt);
    } else if (unwritten.size < most || (route === OTHER && applicationId === null)) {
      unwritten.set(key, counts);
    } else {
      add({ ...counts, applicationId: null, route: OTHER });
    }
  };
  const write = async (): Promise<void> => {
    const counts = [...unwritten.values()];
    unwritten.clear();
    if (counts.length === 0) return;
    try {
      await run(addCounts, { counts: JSON.stringify(counts) });
    } catch (error) {
      counts.forEach(add);
      throw error;
    }
  };
  const sentences = {
    failed: 'The use of routes cannot be written down; it is kept for later',
    mended: 'The use of routes is written down again',
  };
  return {
    answered({ route, applicationId, status, now }) {
      const day = Math.floor(now / DAY_SECONDS);
      add({ day, applicationId, route, requests: 1, errors: status >= 400 ? 1 : 0, lastUsedAt: now });
    },
    ...writeInTurn({ write, log, sentences, everyMs }),
  };
}
