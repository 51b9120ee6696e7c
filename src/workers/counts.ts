import { exposed, summed, type Exposition } from '../metrics/exposition.js';
import type { MetricSamples } from '../metrics/sample.js';
import type { Member } from './member.js';

/** What several workers have counted, those among them that are gone. */
export interface Counts {
  /** Has a worker asked from now on. */
  readonly join: (member: Member) => void;
  readonly expose: () => Promise<Exposition>;
}

const isLasting = ({ type }: MetricSamples): boolean => type !== 'gauge';

/**
 * Counts never fall: what a worker said last is kept when it ends, for Prometheus would take a fall for a new beginning, and
 * count everything twice. What it has counted since is lost.
 */
export function createCounts(): Counts {
  const latest = new Map<Member, readonly MetricSamples[]>();
  let gone: Promise<readonly MetricSamples[]> = Promise.resolve([]);
  const bury = async (samples: readonly MetricSamples[]): Promise<readonly MetricSamples[]> =>
    summed([await gone, samples.filter(isLasting)]);
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
          // Of one that says nothing, what it counted holds; how it is now nobody knows.
          if (known) latest.set(member, samples ?? known.filter(isLasting));
        }),
      );
      return exposed([...latest.values(), await gone]);
    },
  };
}
