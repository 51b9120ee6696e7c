import type { Registry } from 'prom-client';

/** One sample of a metric. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
  /** Set if it differs from the name of the metric, as in `…_bucket`. */
  readonly metricName?: string;
}

/** A metric with its samples, as prom-client serializes it and as workers send it to the primary. */
export interface MetricSamples {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly aggregator: string;
  readonly values: readonly Sample[];
}

/** The `/metrics` response. */
export interface Exposition {
  readonly contentType: string;
  readonly text: string;
}

/** Loads prom-client lazily, on the first scrape. */
const loadPromClient = async () => {
  const { AggregatorRegistry, collectDefaultMetrics, Registry: Own } = await import('./prom-client.js');
  return { AggregatorRegistry, collectDefaultMetrics, Own };
};
let processRegistry: Promise<Registry> | undefined;

/** Default metrics of this process: memory, CPU time, event loop. */
export async function processSamples(): Promise<readonly MetricSamples[]> {
  processRegistry ??= loadPromClient().then(({ collectDefaultMetrics, Own }) => {
    const register = new Own();
    collectDefaultMetrics({ register });
    return register;
  });
  return (await (await processRegistry).getMetricsAsJSON()) as unknown as readonly MetricSamples[];
}

/** Aggregates the samples of all processes in the Prometheus text format. */
export async function expose(processes: readonly (readonly MetricSamples[])[]): Promise<Exposition> {
  const registry = await aggregate(processes);
  return { contentType: registry.contentType, text: await registry.metrics() };
}

/** Aggregates the samples of several processes. */
export async function aggregateSamples(
  processes: readonly (readonly MetricSamples[])[],
): Promise<readonly MetricSamples[]> {
  return (await (await aggregate(processes)).getMetricsAsJSON()) as unknown as readonly MetricSamples[];
}

async function aggregate(processes: readonly (readonly MetricSamples[])[]): Promise<Registry> {
  const { AggregatorRegistry } = await loadPromClient();
  return AggregatorRegistry.aggregate([...processes]);
}
