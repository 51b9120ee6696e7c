import type { Sample } from './sample.js';

/** Upper bounds, in seconds: from answers out of memory to those that nobody waits for. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** How long something took, each time that it was done. */
export interface Durations {
  count: number;
  seconds: number;
  /** How often it took no longer than each bound, and longer than the one before. */
  readonly within: number[];
}

export const noDurations = (): Durations => ({ count: 0, seconds: 0, within: BOUNDS.map(() => 0) });

export function addDuration(durations: Durations, seconds: number): void {
  durations.count += 1;
  durations.seconds += seconds;
  let bound = 0;
  while (seconds > BOUNDS[bound]!) bound += 1;
  if (bound < BOUNDS.length) durations.within[bound]! += 1;
}

/** As Prometheus reads them: each bucket holds all below it too. */
export function histogramOf(
  name: string,
  labels: Sample['labels'],
  { count, seconds, within }: Durations,
): readonly Sample[] {
  let below = 0;
  const buckets = BOUNDS.map((le, bound) => ({
    metricName: `${name}_bucket`,
    labels: { ...labels, le: String(le) },
    value: (below += within[bound]!),
  }));
  return [
    ...buckets,
    { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
    { metricName: `${name}_sum`, labels, value: seconds },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
