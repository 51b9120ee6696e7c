import { expose, aggregateSamples, type Exposition } from '../../telemetry/metrics/exposition.js';
import type { MetricSamples } from '../../telemetry/metrics/sample.js';
import type { WorkerProcess } from './worker-process.js';

/** Aggregates the metrics of all workers, including those that have exited. */
export interface WorkerMetrics {
  /** Includes a worker in the aggregate. */
  readonly join: (worker: WorkerProcess) => void;
  readonly expose: () => Promise<Exposition>;
}

const isLasting = ({ type }: MetricSamples): boolean => type !== 'gauge';

/**
 * Counters must not decrease, or Prometheus assumes a reset and counts everything twice. The last counts of a worker
 * are therefore retained after it exits; increments since its last report are lost.
 */
export function createWorkerMetrics(): WorkerMetrics {
  const latest = new Map<WorkerProcess, readonly MetricSamples[]>();
  let retained: Promise<readonly MetricSamples[]> = Promise.resolve([]);
  const retain = async (samples: readonly MetricSamples[]): Promise<readonly MetricSamples[]> =>
    aggregateSamples([await retained, samples.filter(isLasting)]);
  return {
    join(worker) {
      latest.set(worker, []);
      void worker.ended.then(() => {
        const samples = latest.get(worker) ?? [];
        latest.delete(worker);
        if (samples.length > 0) retained = retain(samples);
      });
    },
    async expose() {
      await Promise.all(
        [...latest.keys()].map(async (worker) => {
          const samples = await worker.metrics();
          const known = latest.get(worker);
          // A worker that does not respond keeps its counters; its gauges are unknown.
          if (known) latest.set(worker, samples ?? known.filter(isLasting));
        }),
      );
      return expose([...latest.values(), await retained]);
    },
  };
}
