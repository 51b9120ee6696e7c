import type pg from 'pg';
import { createRateLimits } from '../../src/adapters/limits/rate-limits.js';
import type { RateLimits } from '../../src/core/ports.js';
import type { Allowance } from '../../src/config/allowance.js';
import { limitNames, type LimitName } from '../../src/config/limits.js';
import type { VenueSettings } from '../../src/config/venues.js';
import type { Run } from '../../src/database/sql/statement.js';
import { createRun } from '../../src/core/transaction/run.js';

const off = Object.fromEntries(limitNames.map((name) => [name, null])) as Record<LimitName, null>;

/** Rate limits that execute these statements; omitted ones are unlimited. */
export function limitsBy(run: Run, counted: Partial<Record<LimitName, Allowance>>, venues?: VenueSettings): RateLimits {
  const settings = { ...off, ...counted };
  return createRateLimits({ run, settings, ...(venues && { venues }), secretKey: Buffer.alloc(32, 1) });
}

/** The same, with the connections of a pool. */
export const limitsOn = (
  pool: pg.Pool,
  counted: Partial<Record<LimitName, Allowance>>,
  prepared = true,
  venues?: VenueSettings,
): RateLimits => limitsBy(createRun(pool, { prepared }), counted, venues);
