import { join } from 'node:path';
import type { Pool } from 'pg';
import { createChangeRetention } from '../../http/cache/change-retention.js';
import type { Config } from '../../config/config.js';
import { referencedImages } from '../../core/event/event-images.js';
import { createEventImageFiles } from '../../adapters/images/event-image-files.js';
import { createPendingCountsFlush } from '../../adapters/jobs/flush-pending-counts.js';
import { startJobs, type RunningJobs } from '../../adapters/jobs/start-jobs.js';
import { sweepKeys } from '../../http/idempotency/stored-keys.js';
import { createRateLimits } from '../../adapters/limits/rate-limits.js';
import type { RateLimits, Services } from '../../core/ports.js';
import type { Logger } from '../../telemetry/log/log.js';
import type { Metrics } from '../../telemetry/metrics/metrics.js';
import { createMailQueue } from '../../adapters/mail/mail-queue.js';
import { createMailWorker } from '../../adapters/mail/mail-worker.js';
import { hashPassword, passwordProblem, verifyPassword } from '../../adapters/passwords/passwords.js';
import { deleteExpiredEmailChanges } from '../../core/reads/accounts.js';
import type { Run } from '../../database/sql/statement.js';
import { createSpamCheck } from '../../adapters/spam/index.js';
import type { ImageStore } from '../../adapters/storage/image-store.js';
import { createLocalImageStore } from '../../adapters/storage/local-image-store.js';
import { sweepImages } from '../../adapters/storage/sweep-images.js';
import { createGoodTokens, type GoodTokens, createTokenUse, type TokenUse } from '../../http/tokens.js';
import { createRouteUsageCounter, type RouteUsageCounter } from '../../adapters/usage/route-usage-counter.js';
import { deleteOldUsage } from '../../adapters/usage/stored-usage.js';

/** Dependencies of the adapters. */
export interface AdapterParts {
  readonly config: Config;
  readonly pool: Pool;
  readonly run: Run;
  readonly log: Logger;
  readonly metrics?: Pick<Metrics, 'count'> | undefined;
  /** 32 bytes. */
  readonly secretKey: Buffer;
}

/** The adapters of one process: the ports of the domain commands, and the background jobs. */
export interface Adapters {
  readonly services: Services;
  readonly limits: RateLimits;
  readonly tokenUse: TokenUse;
  readonly goodTokens: GoodTokens;
  readonly routeUse: RouteUsageCounter;
  /** Starts the background work: mail, token timestamps, usage counts and periodic sweeps. */
  startWork(): Promise<RunningJobs>;
  /** Flushes pending writes of the last requests. */
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;
/** Off the full hour, when other cron jobs run. */
const SWEEP_TIME = '17 * * * *';
const KEYS_SWEEP_TIME = '47 * * * *';
const EMAIL_CHANGES_SWEEP_TIME = '27 * * * *';
const DAILY_SWEEP_TIME = '37 3 * * *';

export function openAdapters({ config, pool, run, log, metrics, secretKey }: AdapterParts): Adapters {
  const imageStore = createLocalImageStore(join(config.dataDirectory, 'images'), (cause) =>
    log.error({ err: cause }, 'Image store failed'),
  );
  const site = config.websiteUrl ?? config.baseUrl ?? `http://${config.host}:${config.port}`;
  const tokenUse = createTokenUse({ run, log });
  const routeUse = createRouteUsageCounter({ run, log });
  const oldChanges = createChangeRetention(run, log);
  const waitingCounts = createPendingCountsFlush(run, log);
  return {
    services: {
      mail: createMailQueue(config.mail, secretKey),
      spam: createSpamCheck(config.spam, site, log),
      passwords: { passwordProblem, hashPassword, verifyPassword },
      images: createEventImageFiles(imageStore),
      secretKey,
      policy: config.policy,
    },
    limits: createRateLimits({
      ...{ run, settings: config.limits, secretKey },
      onRejected: (name) => metrics?.count('limits', name),
    }),
    tokenUse,
    goodTokens: createGoodTokens(),
    routeUse,
    startWork: async () => {
      const { mail: settings, productName, dataDirectory } = config;
      const mail = createMailWorker({ settings, productName, dataDirectory, key: secretKey, log });
      const oldUses = { name: 'sweep-uses', cron: DAILY_SWEEP_TIME, work: () => deleteOldUsage(run, config.usageDays) };
      const oldKeys = { name: 'sweep-idempotency-keys', cron: KEYS_SWEEP_TIME, work: () => sweepKeys(run) };
      const oldEmailChanges = {
        name: 'sweep-email-changes',
        cron: EMAIL_CHANGES_SWEEP_TIME,
        work: async () => {
          await run(deleteExpiredEmailChanges, {});
        },
      };
      const periodic = [sweep(imageStore, run, log), oldUses, oldKeys, oldEmailChanges];
      const onAttempt = (queue: string, outcome: string) => metrics?.count('jobRuns', `${queue} ${outcome}`);
      const jobs = await startJobs({ pool, log, work: { mail }, periodic, onAttempt });
      tokenUse.start();
      routeUse.start();
      oldChanges.start();
      waitingCounts.start();
      return jobs;
    },
    close: async () => {
      await tokenUse.stop();
      await routeUse.stop();
      await oldChanges.stop();
      await waitingCounts.stop();
    },
  };
}

function sweep(store: ImageStore, run: Run, log: Logger) {
  return {
    name: 'sweep-images',
    cron: SWEEP_TIME,
    work: async () => {
      const deleted = await sweepImages(store, (names) => referencedImages(run, names), HOUR_MS, new Date());
      if (deleted.length > 0) log.info(`Deleted ${deleted.length} unreferenced image files`);
    },
  };
}
