import type { PurgeSettings } from '../../config/cdn.js';
import type { Run } from '../../database/sql/statement.js';
import { createLogThrottle, type Logger } from '../../telemetry/log/log.js';
import type { Metrics } from '../../telemetry/metrics/metrics.js';
import { createChangeFeed } from '../cache/change-feed.js';
import { keysToPurge } from '../cache/surrogate-keys.js';
import { createLease } from './lease.js';
import { createPurgeQueue, type PurgeQueue } from './purge-queue.js';
import { createPurgeRequest } from './purge-request.js';

const LEASE = 'cdn-purge';
const POLL_INTERVAL_MS = 20;
const RENEW_INTERVAL_MS = 1_000;
/** Pause after a failed poll. */
const RETRY_AFTER_MS = 500;

export interface PurgerParts {
  readonly settings: PurgeSettings;
  /** Renews the lease: waits for commits, which must not delay polls. */
  readonly run: Run;
  readonly poll: Run;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly metrics: Pick<Metrics, 'count'>;
}

/** Purges a CDN after each change, in one process of the installation at a time. */
export interface Purger {
  /** How long the CDN may have been stale, in seconds; 0 in processes without the lease. */
  lagSeconds(): number;
  /** Purges what has changed, and lets another process take over. */
  stop(): Promise<void>;
}

/** The purges of one process while it holds the lease. */
interface Session {
  readonly queues: readonly PurgeQueue[];
  /** Polls the changes and purges what is due. */
  tick(): Promise<void>;
}

/**
 * Starts a purger. The process that takes the lease purges everything first: its first poll has no predecessor, so it
 * reports everything. That includes what the previous holder has not purged.
 */
export function startPurger(parts: PurgerParts): Purger {
  const { run, log } = parts;
  const lease = createLease(run, LEASE);
  const throttled = createLogThrottle();
  let session: Session | undefined;

  async function renew(): Promise<void> {
    try {
      const isHeld = await lease.hold();
      if (isHeld && !session) log.info('Purging the CDN from this process');
      session = isHeld ? (session ?? openSession(parts)) : undefined;
    } catch (error) {
      // Keeps the session: it has missed no change. Another process may take over in between, and purges everything.
      throttled('lease', () => log.warn({ err: error }, 'Failed to renew the lease of CDN purges; retrying'));
    }
  }

  let renewing: Promise<void> | undefined;
  const renewOnce = () => (renewing ??= renew().finally(() => (renewing = undefined)));
  void renewOnce();
  const timers = [
    setInterval(() => void renewOnce(), RENEW_INTERVAL_MS),
    setInterval(() => void session?.tick(), POLL_INTERVAL_MS),
  ];
  return {
    lagSeconds: () => Math.max(0, ...(session?.queues ?? []).map((queue) => queue.lagMs())) / 1_000,
    async stop() {
      timers.forEach(clearInterval);
      await renewing;
      if (!session) return;
      // The first may join a poll that began before the last commit.
      await session.tick();
      await session.tick();
      await Promise.all(session.queues.map((queue) => queue.flush()));
      session = undefined;
      await lease.release().catch((error: unknown) => log.warn({ err: error }, 'Failed to release the lease'));
    },
  };
}

function openSession({ settings, poll, log, metrics }: PurgerParts): Session {
  const now = () => performance.now();
  const queues = settings.urls.map((url) =>
    createPurgeQueue({
      ...{ request: createPurgeRequest(url, settings), now },
      onOutcome: (outcome) => metrics.count('cdnPurges', outcome),
      onFailure: (reason) =>
        log.warn({ url, reason }, 'Failed to purge the CDN, which may serve stale responses; retrying'),
      onRecovery: () => log.info({ url }, 'Resumed purging the CDN'),
    }),
  );
  let [unchangedAt, pausedUntil] = [now(), -Infinity];
  let polling: Promise<void> | undefined;
  const changes = createChangeFeed(poll, {
    onChange(changed) {
      for (const queue of queues) queue.add(keysToPurge(changed), unchangedAt);
    },
  });
  const throttled = createLogThrottle();

  async function pollChanges(): Promise<void> {
    if (now() < pausedUntil) return;
    const begin = now();
    try {
      await changes.poll();
      unchangedAt = begin;
    } catch (error) {
      // Changes since the last successful poll are part of the next one.
      pausedUntil = now() + RETRY_AFTER_MS;
      throttled('poll', () => log.warn({ err: error }, 'Failed to poll the changes for the CDN; retrying'));
    }
  }

  /** Does not wait: a slow CDN must not delay the polls. */
  const flushAll = (): void => {
    for (const queue of queues) void queue.flush();
  };

  return {
    queues,
    async tick() {
      flushAll();
      await (polling ??= pollChanges().finally(() => (polling = undefined)));
      flushAll();
    },
  };
}
