import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { atTheEnd } from '../support/clean-up.js';
import { dataFolder, poolOn } from '../support/data-folder.js';
import { spawnLectern, stopProcess, untilBanner, type Ended } from '../support/process.js';
import { START_ENVIRONMENT, START_FLAGS } from '../support/start-flags.js';
import { watchProcesses, type ProcessWatch } from './process-watch.js';
import { longestTurn } from './turn.js';

/** A service with the limits of production, two workers and demo conferences. */
export interface WatchedService {
  readonly base: string;
  /** Direct access to the database. */
  readonly pool: pg.Pool;
  readonly processes: ProcessWatch;
  /** The longest turn of an event loop since a Unix timestamp, in milliseconds of CPU time. */
  readonly longestTurn: (since: number) => number;
  readonly stop: () => Promise<Ended>;
}

/** Not through `spawnService`, which records all responses. */
const MAIN = fileURLToPath(new URL('../../bin/main.js', import.meta.url));
const WORKERS = '2';

/** @param receiver `host:port` of a receiver of webhooks */
export async function startWatched(receiver: string): Promise<WatchedService> {
  const turns = await mkdtemp(join(tmpdir(), 'lectern-budget-'));
  atTheEnd(() => rm(turns, { recursive: true, force: true }));
  const folder = await dataFolder();
  const preload = new URL(`turns.js?folder=${encodeURIComponent(turns)}`, import.meta.url).href;
  const service = await untilBanner(
    spawnLectern(process.execPath, [...START_FLAGS, '--import', preload, MAIN], {
      ...{ ...START_ENVIRONMENT, DATA_DIR: folder, PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'warn', WORKERS },
      // Addresses of callers are those that the attack and the bystander claim.
      ...{ TRUST_PROXY: '1', WEBHOOK_ALLOW: receiver },
    }),
  );
  const processes = watchProcesses(service.child.pid!);
  return {
    ...{ base: service.base, pool: await poolOn(folder), processes },
    longestTurn: (since) => longestTurn(turns, since),
    stop() {
      processes.stop();
      return stopProcess(service);
    },
  };
}
