import type { Registry } from 'prom-client';
import type { MetricSamples } from './sample.js';

/** What `/metrics` answers. */
export interface Exposition {
  readonly contentType: string;
  readonly text: string;
}

/** prom-client, its numbers of Node and of the process with it, is loaded when somebody asks for the first time. */
const loading = async () => {
  const { AggregatorRegistry, collectDefaultMetrics, Registry: Own } = await import('prom-client');
  return { AggregatorRegistry, collectDefaultMetrics, Own };
};
let ofProcess: Promise<Registry> | undefined;

/** What Node and the operating system tell of this process: memory, CPU time, the event loop. */
export async function processSamples(): Promise<readonly MetricSamples[]> {
  ofProcess ??= loading().then(({ collectDefaultMetrics, Own }) => {
    const register = new Own();
    collectDefaultMetrics({ register });
    return register;
  });
  return (await (await ofProcess).getMetricsAsJSON()) as unknown as readonly MetricSamples[];
}

/** The numbers of all processes as one, in the form that Prometheus reads. */
export async function exposed(processes: readonly (readonly MetricSamples[])[]): Promise<Exposition> {
  const registry = await together(processes);
  return { contentType: registry.contentType, text: await registry.metrics() };
}

/** The numbers of several processes, as those of one. */
export async function summed(processes: readonly (readonly MetricSamples[])[]): Promise<readonly MetricSamples[]> {
  return (await (await together(processes)).getMetricsAsJSON()) as unknown as readonly MetricSamples[];
}

async function together(processes: readonly (readonly MetricSamples[])[]): Promise<Registry> {
  const { AggregatorRegistry } = await loading();
  return AggregatorRegistry.aggregate([...processes]);
}
