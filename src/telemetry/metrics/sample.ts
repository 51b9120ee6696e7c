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
