import type { Sample } from './sample.js';

/** Upper bounds of the buckets in seconds, from cached responses to those that clients no longer await. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** A duration histogram. */
export interface Durations {
  count: number;
  seconds: number;
  /** Number of durations per bucket, not cumulative. */
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

/** Converts to Prometheus samples, whose buckets are cumulative. */
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
