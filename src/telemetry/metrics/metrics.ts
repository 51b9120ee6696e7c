import { memoize } from '../../config/memoize.js';
import { methodOf, type CompletedRequest, type CompletedRequestListener } from '../request/track-requests.js';
import { BACKGROUND, OTHER, metricTable, initialValues, type Counter, type Gauge } from './metric-table.js';
import type { MetricSamples, Sample } from './exposition.js';

/** The metrics of one process. Counting is a mere addition; samples are built on scrape. */
export interface Metrics {
  /** @param value the label value, or several separated by a space */
  readonly count: (counter: Counter, value?: string) => void;
  readonly observeRequest: CompletedRequestListener;
  /** @param operation the GraphQL operation, or `BACKGROUND` */
  readonly observeStatements: (operation: string, statements: number, seconds: number) => void;
  readonly observeReplicaWait: (seconds: number) => void;
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
  /** By route, then by method and status. */
  const requests = new Map<string, Map<string, Histogram>>();
  const statementTotals = new Map([[BACKGROUND, { count: 0, seconds: 0 }]]);
  const replicaWaits = emptyHistogram();
  const labels = memoize(labelsOf);

  const count: Metrics['count'] = (counter, value = '') => {
    const values = counts.get(counter)!;
    const key = values.size < MAX_LABEL_VALUES || values.has(value) ? value : OTHER;
    values.set(key, (values.get(key) ?? 0) + 1);
  };

  const observeStatements: Metrics['observeStatements'] = (operation, statements, seconds) => {
    const totals = statementTotals.get(operation) ?? { count: 0, seconds: 0 };
    statementTotals.set(operation, { count: totals.count + statements, seconds: totals.seconds + seconds });
  };

  const observeRequest = (completed: CompletedRequest): void => {
    const { request, route, viewer, isStream, status, ms, statements, statementMs } = completed;
    if (isStream) return;
    const name = route ?? OTHER;
    const histograms = requests.get(name) ?? new Map<string, Histogram>();
    requests.set(name, histograms);
    const key = `${methodOf(request)} ${status}`;
    const histogram = histograms.get(key) ?? emptyHistogram();
    histograms.set(key, histogram);
    observe(histogram, ms / 1_000);
    if (route !== null && !route.startsWith('/graphql'))
      count('legacy', viewer?.application ? (viewer.application.name ?? 'unnamed') : 'none');
    if (statements > 0) observeStatements(labels(name).operation, statements, statementMs / 1_000);
  };

  const requestSamples = (): Sample[] =>
    [...requests].flatMap(([name, histograms]) => {
      const { route, operation } = labels(name);
      return [...histograms].flatMap(([key, histogram]) => {
        const [method = '', status = ''] = key.split(' ');
        const values = {
          http_request_method: method,
          http_route: pathOf(route),
          http_response_status_code: status,
          graphql_operation_name: operation,
        };
        return histogramSamples(metricTable.requests.name, values, histogram);
      });
    });
  const statementSamples = (): Sample[] =>
    [...statementTotals].flatMap(([operation, { count: total, seconds }]) => {
      const values = { db_system_name: 'postgresql', graphql_operation_name: operation };
      const { name } = metricTable.statements;
      return [
        { metricName: `${name}_sum`, labels: values, value: seconds },
        { metricName: `${name}_count`, labels: values, value: total },
      ];
    });
  const counterSamples = (counter: string, names: readonly string[]): Sample[] =>
    [...(counts.get(counter) ?? [])].map(([key, value]) => {
      const values = names.length > 1 ? key.split(' ') : [key];
      return { labels: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])), value };
    });

  return {
    count,
    observeRequest,
    observeStatements,
    observeReplicaWait: (seconds) => observe(replicaWaits, seconds),
    samples(gauges) {
      const computed: Readonly<Record<string, readonly Sample[]>> = {
        ...gauges,
        requests: requestSamples(),
        statements: statementSamples(),
        replicaWait: histogramSamples(metricTable.replicaWait.name, {}, replicaWaits),
      };
      return Object.entries(metricTable).map(([key, { labels: names, ...metric }]) => ({
        ...metric,
        values: computed[key] ?? counterSamples(key, names),
      }));
    },
  };
}

/** Extracts `/v2.1/languages` from `GET /v2.1/languages`; `other` is no path. */
const pathOf = (route: string): string => /\/\S*/.exec(route)?.[0] ?? route;

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
