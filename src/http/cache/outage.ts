import type { Replica } from '../../database/replicas/replica.js';
import type { Logger } from '../../telemetry/log/log.js';

/** A replica that serves reads in place of the primary, and the position from which on it is read. */
export interface StandIn {
  readonly replica: Replica;
  readonly lsn: number;
}

/** A period during which the primary is unreachable. */
export interface Outage {
  /** Returns the replica that serves reads now. Rejects with the error of the primary if none may or can. */
  readonly standIn: (error: unknown) => Promise<StandIn>;
  /** Called when the primary responds. */
  readonly end: () => void;
  readonly isActive: () => boolean;
}

/**
 * Reads without the primary (`READS_WITHOUT_PRIMARY`), from one replica as long as it responds: another may be further
 * behind.
 *
 * @param maxMs how long an outage is covered; 0: not at all
 */
export function createOutage(replicas: readonly Replica[], maxMs: number, log: Pick<Logger, 'warn' | 'info'>): Outage {
  let since: number | undefined;
  let current: Replica | undefined;

  async function find(): Promise<StandIn | undefined> {
    if (current) {
      const [same] = await positionsOf([current]);
      if (same) return same;
    }
    const [furthest] = (await positionsOf(replicas)).sort((left, right) => right.lsn - left.lsn);
    return furthest;
  }

  return {
    async standIn(error) {
      if (maxMs === 0) throw error;
      if (since === undefined) log.warn({ err: error }, 'Primary unreachable: replicas serve reads');
      since ??= performance.now();
      if (performance.now() - since > maxMs) throw error;
      const found = await find();
      if (!found) throw error;
      current = found.replica;
      return found;
    },
    end() {
      if (since !== undefined) log.info('Primary reachable again');
      [since, current] = [undefined, undefined];
    },
    isActive: () => since !== undefined,
  };
}

/** The positions of those that respond. */
async function positionsOf(replicas: readonly Replica[]): Promise<StandIn[]> {
  const positions = await Promise.allSettled(
    replicas.map(async (replica) => ({ replica, lsn: await replica.position() })),
  );
  return positions.flatMap((found) =>
    found.status === 'fulfilled' && found.value.lsn > -Infinity ? [found.value] : [],
  );
}
