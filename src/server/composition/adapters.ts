import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { ReadExport } from '../../http/account-export/account-export.js';
import { createChangeRetention } from '../../http/cache/change-retention.js';
import type { Config } from '../../config/config.js';
import { referencedImages } from '../../core/event/event-images.js';
import { createEventImageFiles } from '../../adapters/images/event-image-files.js';
import { followZoneRules } from '../../adapters/jobs/follow-zone-rules.js';
import { createPendingCountsFlush } from '../../adapters/jobs/flush-pending-counts.js';
import { startJobs, type RunningJobs } from '../../adapters/jobs/start-jobs.js';
import { deleteOldChanges } from '../../core/changes/delete-old-changes.js';
import { deleteExpiredShares } from '../../core/feedback/share-feedback.js';
import { sweepKeys } from '../../http/idempotency/stored-keys.js';
import { createRateLimits } from '../../adapters/limits/rate-limits.js';
import type { RateLimits, Services } from '../../core/ports.js';
import type { Logger } from '../../telemetry/log/log.js';
import type { Metrics } from '../../telemetry/metrics/metrics.js';
import { createMailQueue, createMailWorker } from '../../adapters/mail/mail-queue.js';
import { hashPassword, passwordProblem, verifyPassword } from '../../adapters/passwords/passwords.js';
import { wantsMail } from '../../core/account/notification-settings.js';
import { sendDueDigests } from '../../core/comment/feedback-digest.js';
import { deleteDueAccounts } from '../../core/account/account-deletion.js';
import { deleteUnverifiedAccounts } from '../../core/account/unverified-accounts.js';
import { deleteExpiredExports, usernameOfExport } from '../../core/account/account-export.js';
import { personalDataFrom } from '../../transfer/export/personal-data.js';
import { deleteExpiredGrants } from '../../core/application/grants.js';
import { deleteOldCodes } from '../../core/application/authorization-codes.js';
import { deleteExpiredEmailChanges } from '../../core/reads/accounts.js';
import { deleteOldCancelledTalks } from '../../core/reads/schedules.js';
import type { RecordNames } from '../../core/webhooks/message.js';
import type { Run } from '../../database/sql/statement.js';
import { createWebhookServices } from '../../adapters/webhooks/webhook-services.js';
import { createSpamCheck } from '../../adapters/spam/index.js';
import type { ImageStore } from '../../adapters/storage/image-store.js';
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
  readonly imageStore: ImageStore;
  /** 32 bytes. */
  readonly secretKey: Buffer;
  /** As of `createRateLimits`. */
  readonly isOnlyProcess?: boolean | undefined;
}

/** The adapters of one process: the ports of the domain commands, and the background jobs. */
export interface Adapters {
  readonly services: Services;
  readonly limits: RateLimits;
  readonly imageStore: ImageStore;
  readonly tokenUse: TokenUse;
  readonly goodTokens: GoodTokens;
  readonly routeUse: RouteUsageCounter;
  /** As JSON, all data about the person whose link has a secret; null if it is unknown or expired. */
  readonly readExport: ReadExport;
  /**
   * Starts the background work: mail, token timestamps, usage counts and periodic sweeps.
   *
   * @param em forked for each transaction
   * @param uriOf the URI of a record, for webhooks
   */
  startWork(em: EntityManager, uriOf: RecordNames['uriOf']): Promise<RunningJobs>;
  /** Flushes pending writes of the last requests. */
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;
const EVERY_MINUTE = '* * * * *';
/** Off the full hour, when other cron jobs run. */
const SWEEP_TIME = '17 * * * *';
const KEYS_SWEEP_TIME = '47 * * * *';
const EMAIL_CHANGES_SWEEP_TIME = '27 * * * *';
const CODES_SWEEP_TIME = '57 * * * *';
const GRANTS_SWEEP_TIME = '12 * * * *';
const ACCOUNTS_DELETION_TIME = '22 * * * *';
const DAILY_SWEEP_TIME = '37 3 * * *';
const UNVERIFIED_SWEEP_TIME = '41 * * * *';
const TALKS_SWEEP_TIME = '7 3 * * *';

export function openAdapters({
  config,
  pool,
  run,
  log,
  metrics,
  imageStore,
  secretKey,
  isOnlyProcess,
}: AdapterParts): Adapters {
  const site = config.websiteUrl ?? config.baseUrl ?? `http://${config.host}:${config.port}`;
  const mailQueue = createMailQueue(config.mail, secretKey);
  const webhooks = createWebhookServices(config.webhookAllow);
  const tokenUse = createTokenUse({ run, log });
  const routeUse = createRouteUsageCounter({ run, log });
  /** Write at intervals, and once more at the end. */
  const periodicWrites = [tokenUse, routeUse, createChangeRetention(run, log), createPendingCountsFlush(run, log)];
  return {
    services: {
      mail: mailQueue,
      spam: createSpamCheck(config.spam, site, log),
      passwords: { passwordProblem, hashPassword, verifyPassword },
      images: createEventImageFiles(imageStore),
      webhooks,
      secretKey,
      policy: config.policy,
    },
    limits: createRateLimits({
      ...{ run, settings: config.limits, venues: config.venues, secretKey, isOnlyProcess },
      onRejected: (name) => metrics?.count('limits', name),
    }),
    imageStore,
    tokenUse,
    goodTokens: createGoodTokens(),
    routeUse,
    async readExport(secret) {
      const username = await usernameOfExport(run, secret);
      return username === null ? null : personalDataFrom(pool, username);
    },
    startWork: async (em, uriOf) => {
      // Imports the schema, which commands do not need.
      const { webhookSweeps, webhookWork } = await import('./webhooks.js');
      const { mail: settings, productName, dataDirectory } = config;
      const mail = createMailWorker({
        ...{ settings, productName, dataDirectory, key: secretKey, log },
        wantsMail: (address, topic) => wantsMail(run, address, topic),
      });
      const onKept = (user: string) =>
        log.warn({ user }, 'Account not deleted: it is that of the last site administrator');
      const onFailed = (user: string, err: unknown) =>
        log.error({ user, err }, 'Deletion of an account failed; retrying');
      const digests = {
        ...{ em, run, websiteUrl: config.websiteUrl },
        ...{ mail: mailQueue, now: () => Date.now() / 1000 },
        onFailed: (user: string, err: unknown) => log.error({ user, err }, 'Digest of feedback failed; retrying'),
      };
      const periodic = [
        {
          name: 'send-feedback-digests',
          cron: EVERY_MINUTE,
          work: (signal: AbortSignal) => sendDueDigests(digests, signal),
        },
        { name: 'sweep-images', cron: SWEEP_TIME, work: () => deleteUnreferencedImages(imageStore, run, log) },
        { name: 'sweep-uses', cron: DAILY_SWEEP_TIME, work: () => deleteOldUsage(run, config.usageDays) },
        { name: 'sweep-event-log', cron: KEYS_SWEEP_TIME, work: () => deleteOldChanges(run, config.logDays) },
        ...webhookSweeps(run),
        { name: 'sweep-shares', cron: KEYS_SWEEP_TIME, work: () => deleteExpiredShares(run) },
        { name: 'sweep-idempotency-keys', cron: KEYS_SWEEP_TIME, work: () => sweepKeys(run) },
        {
          name: 'sweep-email-changes',
          cron: EMAIL_CHANGES_SWEEP_TIME,
          work: async () => void (await run(deleteExpiredEmailChanges, {})),
        },
        {
          name: 'sweep-authorization-codes',
          cron: CODES_SWEEP_TIME,
          work: async () => void (await run(deleteOldCodes, {})),
        },
        { name: 'sweep-grants', cron: GRANTS_SWEEP_TIME, work: async () => void (await run(deleteExpiredGrants, {})) },
        {
          name: 'sweep-account-exports',
          cron: GRANTS_SWEEP_TIME,
          work: async () => void (await run(deleteExpiredExports, {})),
        },
        {
          name: 'delete-accounts',
          cron: ACCOUNTS_DELETION_TIME,
          work: (signal: AbortSignal) => deleteDueAccounts({ em, run, onKept, onFailed }, signal),
        },
        {
          name: 'sweep-unverified-accounts',
          cron: UNVERIFIED_SWEEP_TIME,
          work: async () => void (await run(deleteUnverifiedAccounts, {})),
        },
        {
          name: 'sweep-deleted-talks',
          cron: TALKS_SWEEP_TIME,
          work: async () => void (await run(deleteOldCancelledTalks, {})),
        },
      ];
      const sources = { em, run, secretKey, mail: mailQueue, uriOf };
      const webhooks = { ...sources, allowed: config.webhookAllow, limits: config.webhookLimits, metrics };
      const work = [{ queue: 'mail', work: mail } as const, webhookWork(webhooks)];
      const onAttempt = (queue: string, outcome: string) => metrics?.count('jobRuns', `${queue} ${outcome}`);
      const jobs = await startJobs({ pool, log, work, periodic, onAttempt });
      for (const writes of periodicWrites) writes.start();
      return followZoneRules(jobs, { em, run, now: () => Date.now() / 1000 }, log);
    },
    close: async () => {
      for (const writes of periodicWrites) await writes.stop();
    },
  };
}

async function deleteUnreferencedImages(store: ImageStore, run: Run, log: Logger): Promise<void> {
  const deleted = await sweepImages(store, (names) => referencedImages(run, names), HOUR_MS, new Date());
  if (deleted.length > 0) log.info(`Deleted ${deleted.length} unreferenced image files`);
}
