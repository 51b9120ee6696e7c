import { join } from 'node:path';
import type { Pool } from 'pg';
import { forgetChanges } from './answers/forget-changes.js';
import type { Config } from './config.js';
import { referencedImages } from './domain/event/image-references.js';
import { createEventImageFiles } from './images/event-image-files.js';
import { addWaitingCountsInTurn } from './jobs/add-waiting-counts.js';
import { startJobs, type RunningJobs } from './jobs/start-jobs.js';
import { sweepKeys } from './repeats/stored-keys.js';
import { createRateLimits, type RateLimits } from './limits/rate-limits.js';
import type { Logger } from './log.js';
import type { Metrics } from './metrics/metrics.js';
import { createMailQueue } from './mail/mail-queue.js';
import { mailWork } from './mail/mail-work.js';
import { hashPassword, passwordProblem, verifyPassword } from './passwords/passwords.js';
import type { Run } from './reads/statement.js';
import type { Services } from './services.js';
import { createSpamCheck } from './spam/index.js';
import type { ImageStore } from './storage/image-store.js';
import { createLocalImageStore } from './storage/local-image-store.js';
import { sweepImages } from './storage/sweep.js';
import { createGoodTokens, type GoodTokens } from './tokens/good-tokens.js';
import { createTokenUse, type TokenUse } from './tokens/token-use.js';
import { createRouteUse, type RouteUse } from './usage/route-use.js';
import { sweepUses } from './usage/stored-uses.js';

/** What the outside things are made of. */
export interface OutsideParts {
  readonly config: Config;
  readonly pool: Pool;
  readonly run: Run;
  readonly log: Logger;
  readonly metrics?: Pick<Metrics, 'count'> | undefined;
  /** 32 bytes. */
  readonly secretKey: Buffer;
}

/** Everything outside the graph that one process has: what verbs use, and what runs in the background. */
export interface Outside {
  readonly services: Services;
  readonly limits: RateLimits;
  readonly tokenUse: TokenUse;
  readonly goodTokens: GoodTokens;
  readonly routeUse: RouteUse;
  /** Starts to send mail, to stamp tokens, to count and to sweep. */
  startWork(): Promise<RunningJobs>;
  /** Writes what the last requests have left to be written. */
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;
/** At a time of its own: so much else happens at the full hour. */
const SWEEP_TIME = '17 * * * *';
const KEYS_SWEEP_TIME = '47 * * * *';
const DAILY_SWEEP_TIME = '37 3 * * *';

export function openOutside({ config, pool, run, log, metrics, secretKey }: OutsideParts): Outside {
  const imageStore = createLocalImageStore(join(config.dataDirectory, 'images'), (cause) =>
    log.error({ err: cause }, 'The image store failed'),
  );
  const site = config.websiteUrl ?? config.baseUrl ?? `http://${config.host}:${config.port}`;
  const tokenUse = createTokenUse({ run, log });
  const routeUse = createRouteUse({ run, log });
  const oldChanges = forgetChanges(run, log);
  const waitingCounts = addWaitingCountsInTurn(run, log);
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
      refused: (name) => metrics?.count('limits', name),
    }),
    tokenUse,
    goodTokens: createGoodTokens(),
    routeUse,
    startWork: async () => {
      const { mail: settings, productName, dataDirectory } = config;
      const mail = mailWork({ settings, productName, dataDirectory, key: secretKey, log });
      const oldUses = { name: 'sweep-uses', cron: DAILY_SWEEP_TIME, work: () => sweepUses(run, config.usageDays) };
      const oldKeys = { name: 'sweep-idempotency-keys', cron: KEYS_SWEEP_TIME, work: () => sweepKeys(run) };
      const periodic = [sweep(imageStore, run, log), oldUses, oldKeys];
      const tried = (queue: string, outcome: string) => metrics?.count('jobRuns', `${queue} ${outcome}`);
      const jobs = await startJobs({ pool, log, work: { mail }, periodic, tried });
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
      if (deleted.length > 0) log.info(`Deleted ${deleted.length} image files that no event names`);
    },
  };
}
