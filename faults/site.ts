import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Teardown } from '../src/teardown.js';
import type { Postgres } from './postgres.js';
import { Service } from './service.js';
import { createWorld, type World } from './world.js';

/** What one fault has to itself: a PostgreSQL, databases, folders, services. */
export interface Site {
  readonly postgres: Postgres;
  /** Whether it has to be over in seconds. */
  readonly quick: boolean;
  /** What is added is undone when the fault is over, or on Ctrl-C. */
  readonly teardown: Teardown;
  /** A new folder that the accounts of servers can enter. */
  folder(): Promise<string>;
  /** A database of its own, empty or with the schema and some records, and a pool on it. */
  emptyDatabase(): Promise<string>;
  world(): Promise<World & { readonly url: string }>;
  /** A service that is not started yet; it has a folder of its own unless `DATA_DIR` is given. */
  service(environment: Record<string, string>): Promise<Service>;
}

/** The database that all others are copies of. */
export const TEMPLATE = 'faults_template';

let serial = 0;

export function openSite(postgres: Postgres, quick: boolean, teardown: Teardown): Site {
  const folder = async () => {
    const path = await mkdtemp(join(tmpdir(), 'lectern-faults-'));
    await chmod(path, 0o755);
    teardown.add(() => rm(path, { recursive: true, force: true }));
    return path;
  };
  const database = async (template?: string) => postgres.createDatabase(`faults_${(serial += 1)}`, template);
  return {
    ...{ postgres, quick, teardown, folder },
    emptyDatabase: () => database(),
    async world() {
      const url = await database(TEMPLATE);
      const pool = new pg.Pool({ connectionString: url, max: 4 });
      // Servers are killed here; the statement that meets it says so.
      pool.on('error', () => undefined);
      teardown.add(() => pool.end());
      return { ...(await createWorld(pool)), url };
    },
    async service(environment) {
      const DATA_DIR = environment['DATA_DIR'] ?? (await folder());
      const service = await Service.prepare({ ...environment, DATA_DIR });
      teardown.add(() => service.kill());
      return service;
    },
  };
}
