import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One Node process at one moment; sizes in MB, delays of its event loop in milliseconds since the sample before. */
export interface ProcessSample {
  /** Milliseconds since 1970. */
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

/** What the processes have written (`preload.ts`) since a moment, that of `primary` first. */
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
