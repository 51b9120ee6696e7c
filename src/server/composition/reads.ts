import type pg from 'pg';
import type { Config } from '../../config/config.js';
import type { Run, RunOptions } from '../../database/sql/statement.js';
import { watchStatements, recordStatements } from '../../database/watch-statements.js';
import { createChangeFeed } from '../../http/cache/change-feed.js';
import type { ReplicaReads } from '../../http/cache/replica-reads.js';
import type { Logger } from '../../telemetry/log/log.js';
import type { Metrics } from '../../telemetry/metrics/metrics.js';
import type { Lifecycle } from './lifecycle.js';

interface ReadParts {
  readonly config: Config;
  /** Runs statements on the primary. */
  readonly primary: Run;
  /** Polls the primary on a connection of its own, so that polls never queue behind other statements. */
  readonly poll: Run;
  readonly runOptions: RunOptions;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly cleanup: Lifecycle['cleanup'];
}

/** The reads of safe requests, and the connection pools that they use in addition to those of the primary. */
export type SafeReads = ReplicaReads & { readonly pools: Readonly<Record<string, pg.Pool>> };

/** Opens the replicas, if there are any. Without, nothing of their code is loaded. */
export async function openReads(parts: ReadParts): Promise<SafeReads> {
  const { config, primary, poll, runOptions, metrics, log, cleanup } = parts;
  const { replicas: settings, prepared } = config.database;
  const { pollIntervalMs } = config;
  if (!settings) {
    const changes = createChangeFeed(poll, { minIntervalMs: pollIntervalMs });
    return { read: primary, changes, isWithoutPrimary: () => false, pools: {} };
  }
  const [{ openReplica }, { createReplicaReads }] = await Promise.all([
    import('../../database/replicas/replica.js'),
    import('../../http/cache/replica-reads.js'),
  ]);
  const pools: Record<string, pg.Pool> = {};
  const reads = createReplicaReads({
    open: (requiredBy) =>
      settings.urls.map((url, index) => {
        const replica = openReplica({
          ...{ ...settings, url, prepared, requiredBy },
          log: (sentence) => log.warn(sentence),
        });
        cleanup.add(() => replica.close());
        watchStatements(replica.pools.reads, recordStatements(log, metrics));
        pools[`replica_${index + 1}`] = replica.pools.reads;
        return replica;
      }),
    ...{
      primary,
      poll,
      pollIntervalMs,
      runOptions,
      metrics,
      log,
      secondsWithoutPrimary: settings.secondsWithoutPrimary,
    },
  });
  return { ...reads, pools };
}
