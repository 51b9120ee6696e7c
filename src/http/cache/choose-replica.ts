import { isUnreachable } from '../../core/transaction/run.js';
import { recordTimeline, type Position } from '../../database/replicas/position.js';
import { ReplicaFault, type Replica } from '../../database/replicas/replica.js';
import type { Run } from '../../database/sql/statement.js';
import type { Metrics } from '../../telemetry/metrics/metrics.js';

/**
 * Chooses a replica that has replayed a position; null if the primary must serve the read.
 *
 * @param previous the choice for earlier reads of the request, which is kept: another replica may be further behind
 */
export type ChooseReplica = (position: Position, previous?: Replica | null) => Promise<Replica | null>;

/** @param primary runs statements on the primary */
export function chooseReplica(
  replicas: readonly Replica[],
  primary: Run,
  metrics: Pick<Metrics, 'count' | 'observeReplicaWait'>,
): ChooseReplica {
  const ensureRecorded = timelineRecorder(primary);
  let turn = 0;
  const usePrimary = (outcome: string): null => {
    metrics.count('replicaReads', outcome);
    return null;
  };
  return async ({ lsn, timeline, isFlushed }, previous) => {
    if (previous === null) return null;
    if (!isFlushed) return usePrimary('unflushed');
    if (!(await ensureRecorded(timeline))) return usePrimary('unavailable');
    const usable = replicas.filter((replica) => replica.isUsable());
    const replica = previous ?? usable[(turn += 1) % usable.length];
    if (!replica) return usePrimary('unavailable');
    const began = performance.now();
    try {
      if (!(await replica.hasReplayed(lsn))) throw new ReplicaFault('behind');
      metrics.observeReplicaWait((performance.now() - began) / 1_000);
    } catch (error) {
      if (!(error instanceof ReplicaFault)) throw error;
      replica.rest();
      return usePrimary(error.fault);
    }
    return replica;
  };
}

/** Records each timeline of the primary once. Its function resolves to false if the primary is unreachable. */
function timelineRecorder(primary: Run): (timeline: number) => Promise<boolean> {
  let recorded: { readonly timeline: number; readonly done: Promise<boolean> } | undefined;
  return (timeline) => {
    if (recorded?.timeline === timeline) return recorded.done;
    const done = primary(recordTimeline, { id: timeline }).then(
      () => true,
      (error: unknown) => {
        recorded = undefined;
        if (isUnreachable(error)) return false;
        throw error;
      },
    );
    recorded = { timeline, done };
    return done;
  };
}
