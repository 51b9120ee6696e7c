import { appendFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MetricSamples, Sample } from '../../../src/telemetry/metrics/exposition.js';
import { INSTANCES, type Scale } from './setting.js';

/** Number of requests, or reads, that the parts of the set-up have served. */
export type Served = Record<string, number>;

const REPLICA_READS = 'lectern_replica_reads_total';
const REQUESTS = 'http_server_request_duration_seconds';

const nothing = (): Served =>
  Object.fromEntries([...Array.from({ length: INSTANCES }, (_, place) => [`service ${place}`, 0]), ['replica', 0]]);

const sum = (samples: readonly MetricSamples[], isCounted: (sample: Required<Sample>) => boolean): number =>
  samples
    .flatMap(({ name, values }) => values.map((sample) => ({ metricName: name, ...sample })))
    .filter(isCounted)
    .reduce((total, { value }) => total + value, 0);

/** Notes what an instance has served, from its metrics. */
export async function note({ notes }: Scale, place: number, samples: readonly MetricSamples[]): Promise<void> {
  const requests = sum(samples, ({ metricName }) => metricName === `${REQUESTS}_count`);
  const reads = sum(
    samples,
    ({ metricName, labels }) => metricName === REPLICA_READS && labels['outcome'] === 'replica',
  );
  const served = { [`service ${place}`]: requests, replica: reads };
  await appendFile(join(notes, `${process.pid}.jsonl`), `${JSON.stringify(served)}\n`);
}

/** Adds up the notes of all processes. */
export async function readNotes({ notes }: Scale): Promise<Served> {
  const total = nothing();
  for (const file of await readdir(notes)) {
    const lines = (await readFile(join(notes, file), 'utf8')).trimEnd().split('\n');
    for (const line of lines) {
      for (const [part, count] of Object.entries(JSON.parse(line) as Served)) total[part] = (total[part] ?? 0) + count;
    }
  }
  return total;
}
