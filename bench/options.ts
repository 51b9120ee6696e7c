/** How much is measured. */
export interface BenchOptions {
  /** A tenth of the data, fewer and shorter rounds. */
  readonly quick: boolean;
  readonly rounds: number;
  /** About how long every way is measured in each round, in milliseconds. */
  readonly window: number;
}
