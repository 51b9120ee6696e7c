import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../../src/server/composition/lifecycle.js';
import { openBenchDatabase } from '../database.js';
import { machine } from '../machine.js';
import { startBare } from '../servers.js';
import { openWriteDatabase } from '../writes/write-database.js';
import { askNowAndThen, openLoad, type Latency } from './load.js';
import { kinds, openMixture, type Kind } from './mixture.js';
import type { LatencySample, SoakResult } from './result.js';
import { readSamples } from './samples.js';
import { startSoaked } from './service.js';

export interface SoakOptions {
  readonly minutes: number;
  readonly workers: number;
}

/** Data of the PostgreSQL cluster that also hosts the write database. */
const CROWD = { events: 20, talks: 600, comments: 3_000, users: 200 };
const WARM_SECONDS = 5;
const PEAK_SECONDS = 10;
const AT_ONCE = 16;
const MOST_SAMPLES = 240;
const SHORTEST_SECONDS = 2;

/** Runs the service under a constant load and samples its processes. */
export async function soak(
  { minutes, workers }: SoakOptions,
  cleanup: Cleanup,
  say: (sentence: string) => void,
): Promise<SoakResult> {
  const seconds = Math.max(SHORTEST_SECONDS, (minutes * 60) / MOST_SAMPLES);
  const database = await openBenchDatabase('.data/bench-soak', CROWD, false, say);
  cleanup.add(() => database.stop());
  const writable = await openWriteDatabase(database);
  cleanup.add(() => writable.client.end());
  const folder = mkdtempSync(join(tmpdir(), 'lectern-soak-'));
  cleanup.add(() => rmSync(folder, { recursive: true }));
  const sampled = join(folder, 'samples');
  mkdirSync(sampled);
  const failed = Promise.withResolvers<never>();
  const service = await startSoaked({ databaseUrl: writable.url, workers, folder, sampled, seconds }, failed.reject);
  cleanup.add(() => service.stop());
  writable.client.on('error', failed.reject);
  const load = openLoad(service.port, await openMixture(writable));
  cleanup.add(() => load.close());
  const bare = await startBare(writable.url);
  cleanup.add(() => bare.stop());

  const run = async (): Promise<SoakResult> => {
    say('Measuring the peak rate …');
    await load.peak(WARM_SECONDS, AT_ONCE);
    const peak = await load.peak(PEAK_SECONDS, AT_ONCE);
    const rate = peak / 2;
    say(`Peak: ${Math.round(peak)} requests per second. Running at half of it for ${minutes} minutes …`);
    const began = Date.now();
    const keptReads: LatencySample[] = [];
    const sampling = setInterval(() => {
      keptReads.push({ at: Date.now(), ...load.take('cached reads') });
    }, seconds * 1_000);
    const beside = askNowAndThen(bare.port);
    await load.steady(rate, minutes * 60).finally(() => clearInterval(sampling));
    // Wait for the last samples of the processes.
    await sleep(seconds * 1_000);
    return {
      date: new Date().toISOString().slice(0, 10),
      machine: machine(),
      ...{ node: process.versions.node, minutes, workers, peak, rate, began, keptReads },
      processes: readSamples(sampled, service.pid, began),
      latencies: Object.fromEntries(kinds.map((kind) => [kind, load.whole(kind)])) as Record<Kind, Latency>,
      bare: await beside.end(),
      failures: load.failures.slice(0, 20),
    };
  };
  return Promise.race([run(), failed.promise]);
}
