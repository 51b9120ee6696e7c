/** One number of a metric. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
  /** Where it is not that of the metric: `…_bucket`. */
  readonly metricName?: string;
}

/** A metric with its numbers, as prom-client writes it and one process tells it to another. */
export interface MetricSamples {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly aggregator: string;
  readonly values: readonly Sample[];
}
