import { expose, aggregateSamples, type Exposition } from '../../telemetry/metrics/exposition.js';
import type { MetricSamples } from '../../telemetry/metrics/sample.js';
import type { Member } from './member.js';

/** Aggregates the metrics of all workers, including those that have exited. */
export interface Counts {
  /** Includes a worker in the aggregate. */
  readonly join: (member: Member) => void;
  readonly expose: () => Promise<Exposition>;
}

const isLasting = ({ type }: MetricSamples): boolean => type !== 'gauge';

/**
 * Counters must not decrease, or Prometheus assumes a reset and counts everything twice. The last counts of a worker
 * are therefore retained after it exits; increments since its last report are lost.
 */
export function createCounts(): Counts {
  const latest = new Map<Member, readonly MetricSamples[]>();
  let gone: Promise<readonly MetricSamples[]> = Promise.resolve([]);
  const bury = async (samples: readonly MetricSamples[]): Promise<readonly MetricSamples[]> =>
    aggregateSamples([await gone, samples.filter(isLasting)]);
  return {
    join(member) {
      latest.set(member, []);
      void member.ended.then(() => {
        const samples = latest.get(member) ?? [];
        latest.delete(member);
        if (samples.length > 0) gone = bury(samples);
      });
    },
    async expose() {
      await Promise.all(
        [...latest.keys()].map(async (member) => {
          const samples = await member.count();
          const known = latest.get(member);
          // A worker that does not respond keeps its counters; its gauges are unknown.
          if (known) latest.set(member, samples ?? known.filter(isLasting));
        }),
      );
      return expose([...latest.values(), await gone]);
    },
  };
}
