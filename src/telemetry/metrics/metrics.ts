import { memoize } from '../../config/memoize.js';
import type { CompletedRequest, CompletedRequestListener } from '../request/track-requests.js';
import { OTHER, metricTable, initialValues, type Counter, type Gauge } from './metric-table.js';
import type { MetricSamples, Sample } from './sample.js';

/** The metrics of one process. Counting is a mere addition; samples are built on scrape. */
export interface Metrics {
  /** @param value the label value, or several separated by a space */
  readonly count: (counter: Counter, value?: string, by?: number) => void;
  readonly observeRequest: CompletedRequestListener;
  /** @param gauges values read on scrape */
  readonly samples: (gauges: Gauges) => MetricSamples[];
}

export type Gauges = Readonly<Record<Gauge, readonly Sample[]>>;

/** Labels of a route. */
export interface RouteLabels {
  readonly route: string;
  readonly operation: string;
}

/** Maximum number of label values per counter, because application names are user input. */
const MAX_LABEL_VALUES = 500;

export function createMetrics(labelsOf: (route: string) => RouteLabels): Metrics {
  const counts = new Map(
    Object.entries(initialValues).map(([counter, values]) => [counter, new Map(values.map((value) => [value, 0]))]),
  );
  /** By route, then by the first digit of the status. */
  const requests = new Map<string, Histogram[]>();
  const labels = memoize(labelsOf);

  const count: Metrics['count'] = (counter, value = '', by = 1) => {
    const values = counts.get(counter)!;
    const key = values.size < MAX_LABEL_VALUES || values.has(value) ? value : OTHER;
    values.set(key, (values.get(key) ?? 0) + by);
  };

  const observeRequest = ({ route, viewer, status, ms, statements, statementMs }: CompletedRequest): void => {
    const name = route ?? OTHER;
    let classes = requests.get(name);
    if (!classes) requests.set(name, (classes = []));
    observe((classes[Math.trunc(status / 100)] ??= emptyHistogram()), ms / 1_000);
    if (status === 304) count('notModified');
    if (route !== null && !route.startsWith('/graphql'))
      count('legacy', viewer?.application ? (viewer.application.name ?? 'unnamed') : 'none');
    if (statements === 0) return;
    const { operation } = labels(name);
    count('statements', operation, statements);
    count('statementSeconds', operation, statementMs / 1_000);
  };

  /** Samples per route and status class. */
  const requestSamples = (samplesOf: (labels: Sample['labels'], durations: Histogram) => readonly Sample[]): Sample[] =>
    [...requests].flatMap(([name, classes]) =>
      classes.flatMap((durations, first) => samplesOf({ ...labels(name), status: `${first}xx` }, durations)),
    );
  const counterSamples = (counter: string, names: readonly string[]): Sample[] =>
    [...(counts.get(counter) ?? [])].map(([key, value]) => {
      const values = names.length > 1 ? key.split(' ') : [key];
      return { labels: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])), value };
    });

  return {
    count,
    observeRequest,
    samples(gauges) {
      const special: Readonly<Record<string, readonly Sample[]>> = {
        ...gauges,
        requests: requestSamples((of, { count: value }) => [{ labels: of, value }]),
        requestSeconds: requestSamples((of, durations) =>
          histogramSamples(metricTable.requestSeconds.name, of, durations),
        ),
      };
      return Object.entries(metricTable).map(([key, { labels: names, ...metric }]) => ({
        ...metric,
        values: special[key] ?? counterSamples(key, names),
      }));
    },
  };
}

/** Upper bounds of the buckets in seconds, from cached responses to those that clients no longer await. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** A duration histogram. */
interface Histogram {
  count: number;
  seconds: number;
  /** Number of durations per bucket, not cumulative. */
  readonly buckets: number[];
}

export const emptyHistogram = (): Histogram => ({ count: 0, seconds: 0, buckets: BOUNDS.map(() => 0) });

export function observe(durations: Histogram, seconds: number): void {
  durations.count += 1;
  durations.seconds += seconds;
  let bound = 0;
  while (seconds > BOUNDS[bound]!) bound += 1;
  if (bound < BOUNDS.length) durations.buckets[bound]! += 1;
}

/** Converts to Prometheus samples, whose buckets are cumulative. */
export function histogramSamples(
  name: string,
  labels: Sample['labels'],
  { count, seconds, buckets }: Histogram,
): readonly Sample[] {
  let below = 0;
  const samples = BOUNDS.map((le, bound) => ({
    metricName: `${name}_bucket`,
    labels: { ...labels, le: String(le) },
    value: (below += buckets[bound]!),
  }));
  return [
    ...samples,
    { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
    { metricName: `${name}_sum`, labels, value: seconds },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
