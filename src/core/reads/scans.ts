/** Runs work, subject to a concurrency limit. */
export type Queue = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** Searches and counts of one request that may scan a whole table. Identical scans run once. */
export class Scans {
  readonly #results = new Map<string, Promise<unknown>>();
  #queue: Queue = (work) => work();

  /** Runs subsequent scans through a queue. */
  throttle(queue: Queue): void {
    this.#queue = queue;
  }

  /** @param key all inputs of the scan: scans with equal keys are identical */
  run<Value>(key: readonly unknown[], work: () => Promise<Value>): Promise<Value> {
    const text = JSON.stringify(key);
    const known = this.#results.get(text) as Promise<Value> | undefined;
    if (known) return known;
    const result = this.#queue(work);
    this.#results.set(text, result);
    return result;
  }

  clear(): void {
    this.#results.clear();
  }
}
