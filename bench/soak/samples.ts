import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A sample of a Node process: sizes in MiB, event-loop delays since the previous sample in milliseconds. */
export interface ProcessSample {
  /** Unix timestamp in milliseconds. */
  readonly at: number;
  readonly resident: number;
  readonly heap: number;
  readonly external: number;
  readonly delayMedian: number;
  readonly delay99: number;
}

export interface SampledProcess {
  readonly name: string;
  readonly samples: readonly ProcessSample[];
}

/** Reads the samples of all processes (`preload.ts`) since a time, the primary first. */
export function readSamples(folder: string, primary: number, since: number): SampledProcess[] {
  const pids = readdirSync(folder).map((file) => parseInt(file, 10));
  const inOrder = pids.toSorted((a, b) => Number(b === primary) - Number(a === primary) || a - b);
  return inOrder.map((pid, index) => ({
    name: pids.length === 1 ? 'the process' : pid === primary ? 'primary' : `worker ${index}`,
    samples: readFileSync(join(folder, `${pid}.jsonl`), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as ProcessSample)
      .filter(({ at }) => at >= since),
  }));
}
