/**
 * Preloaded into every Node process of the service: appends samples of the process to `<folder>/<pid>.jsonl`. The URL
 * of this module has the folder and the interval in seconds: `?folder=…&seconds=…`.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ProcessSample } from './samples.js';

const { searchParams } = new URL(import.meta.url);
const file = join(searchParams.get('folder') ?? '.', `${process.pid}.jsonl`);
const RESOLUTION_MS = 10;
const MEGABYTE = 2 ** 20;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
setInterval(
  () => {
    const { rss, heapUsed, external } = process.memoryUsage();
    // The monitor measures the time between two timers; the part above its resolution is delay.
    const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
    const sample: ProcessSample = {
      at: Date.now(),
      ...{ resident: rss / MEGABYTE, heap: heapUsed / MEGABYTE, external: external / MEGABYTE },
      ...{ delayMedian: late(delay.percentile(50)), delay99: late(delay.percentile(99)) },
    };
    delay.reset();
    appendFileSync(file, `${JSON.stringify(sample)}\n`);
  },
  Number(searchParams.get('seconds')) * 1_000,
).unref();
