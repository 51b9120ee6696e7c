import type pg from 'pg';
import { createRateLimits } from '../../src/adapters/limits/rate-limits.js';
import type { RateLimits } from '../../src/core/ports.js';
import type { Allowance, LimitName } from '../../src/config/limits.js';
import type { Run } from '../../src/database/sql/statement.js';
import { createRun } from '../../src/core/transaction/run.js';

const off: Record<LimitName, Allowance | null> = {
  login_address: null,
  login_account_address: null,
  login_account: null,
  registration_address: null,
  reminder_address: null,
  reminder_account: null,
  email_changes_user: null,
  contact_address: null,
  applications_user: null,
  unknown_token_address: null,
  writes_user: null,
  event_comments_user: null,
  reports_user: null,
  claims_user: null,
};

/** Rate limits that execute these statements; omitted ones are unlimited. */
export function limitsBy(run: Run, counted: Partial<Record<LimitName, Allowance>>): RateLimits {
  return createRateLimits({ run, settings: { counted: { ...off, ...counted } }, secretKey: Buffer.alloc(32, 1) });
}

/** The same, with the connections of a pool. */
export const limitsOn = (pool: pg.Pool, counted: Partial<Record<LimitName, Allowance>>, prepared = true): RateLimits =>
  limitsBy(createRun(pool, { prepared }), counted);
