import type pg from 'pg';
import { uriOf } from '../../rest-facade/index.js';
import { nodeIdOf } from '../../schema/node.js';
import { attemptDelivery } from '../../src/core/webhooks/attempt-delivery.js';
import type { WebhookLimits } from '../../src/core/webhooks/allowance.js';
import type { DeliveryJob } from '../../src/core/webhooks/delivery-job.js';
import { dispatchChanges } from '../../src/core/webhooks/dispatch-changes.js';
import type { WebhookRequest, WebhookResult } from '../../src/core/webhooks/ports.js';
import { createMailQueue } from '../../src/adapters/mail/mail-queue.js';
import { createRun } from '../../src/core/transaction/run.js';
import { closeOrm, createOrm } from '../../src/database/orm.js';
import { settingsFrom } from '../mail/post-office.js';
import type { TestDatabase } from '../support/database.js';
import { KEY } from '../support/service.js';

const DELIVERED: WebhookResult = {
  outcome: 'delivered',
  status: 204,
  retryAfterSeconds: null,
  error: null,
  durationMs: 1,
};

/** What a receiver responds. */
export const delivered = (): WebhookResult => DELIVERED;
export const failed = (more: Partial<WebhookResult> = {}): WebhookResult => ({
  ...DELIVERED,
  ...{ outcome: 'failed', status: 500, error: 'HTTP 500', ...more },
});
export const gone = (): WebhookResult => failed({ outcome: 'gone', status: 410, error: 'HTTP 410' });

/** Dispatches and sends with a clock of its own, in place of the workers. */
export interface TestSender {
  /** Seconds since 1970; `skipTo` moves it. */
  readonly now: () => number;
  readonly sent: (WebhookRequest & { readonly at: number })[];
  respond: (request: WebhookRequest) => WebhookResult;
  /** Unlimited unless a test sets them. */
  limits: WebhookLimits;
  dispatch(): Promise<void>;
  /** Attempts what is due by now. */
  attempt(): Promise<void>;
  /** Moves the clock to the next due attempt; returns the seconds until it, or null if none is queued. */
  skip(): number | null;
  close(): Promise<void>;
}

export function createTestSender({ address, pool }: Pick<TestDatabase, 'address' | 'pool'>): TestSender {
  const orm = createOrm(address, 4);
  const run = createRun(pool, { prepared: true });
  let now = Date.now() / 1000;
  let queued: (DeliveryJob & { readonly at: number })[] = [];
  const queue = (_: unknown, jobs: readonly DeliveryJob[]): Promise<void> => {
    queued.push(...jobs.map((job) => ({ ...job, at: now + (job.delaySeconds ?? 0) })));
    return Promise.resolve();
  };
  const parts = { em: orm.em, run, queue, secretKey: KEY };
  const sender: TestSender = {
    now: () => now,
    sent: [],
    respond: delivered,
    limits: { owner: null, host: null },
    async dispatch() {
      await takeQueued(pool, (job) => queued.push({ ...job, at: now }));
      await dispatchChanges({ ...parts, limits: sender.limits, names: { uriOf, nodeIdOf } });
    },
    async attempt() {
      await takeQueued(pool, (job) => queued.push({ ...job, at: now }));
      const due = queued.filter(({ at }) => at <= now);
      queued = queued.filter(({ at }) => at > now);
      const send = (request: WebhookRequest, at: number) => {
        sender.sent.push({ ...request, at });
        return Promise.resolve(sender.respond(request));
      };
      const mail = createMailQueue(settingsFrom({}), KEY);
      const { limits } = sender;
      for (const job of due) await attemptDelivery({ ...parts, limits, send, mail, now: () => now }, job);
    },
    skip() {
      if (queued.length === 0) return null;
      const next = Math.min(...queued.map(({ at }) => at));
      const seconds = next - now;
      now = next;
      return seconds;
    },
    close: () => closeOrm(orm),
  };
  return sender;
}

/** Takes the jobs that the service has queued. */
async function takeQueued(pool: pg.Pool, take: (job: DeliveryJob) => void): Promise<void> {
  const { rows } = await pool.query<{ data: DeliveryJob }>(
    `with taken as (delete from pgboss.job where name = 'webhook' returning *) select data from taken order by created_on, id`,
  );
  for (const { data } of rows) take(data);
}
