/** Extent of the measurement. */
export interface BenchOptions {
  /** Use a tenth of the data and fewer, shorter rounds. */
  readonly quick: boolean;
  /** Names of the comparisons to measure; all by default. */
  readonly only?: readonly string[];
  readonly rounds: number;
  /** Approximate duration of a measurement in milliseconds. */
  readonly window: number;
}
