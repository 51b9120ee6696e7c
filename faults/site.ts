import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Cleanup } from '../src/server/composition/lifecycle.js';
import { compareCached, crawl, databaseOf } from './cached-responses.js';
import type { Finding } from './finding.js';
import type { Postgres } from './postgres.js';
import { Service } from './service.js';
import { createWorld, type World } from './world.js';

/** Isolated environment of a fault: PostgreSQL, databases, folders and services. */
export interface Site {
  readonly postgres: Postgres;
  /** Whether the fault has to finish in seconds. */
  readonly quick: boolean;
  /** Runs after the fault, or on Ctrl-C. */
  readonly cleanup: Cleanup;
  /** Creates a folder that the accounts of servers can access. */
  folder(): Promise<string>;
  /** Creates an empty database; `world` adds the schema, some records and a pool. */
  emptyDatabase(): Promise<string>;
  world(): Promise<World & { readonly url: string }>;
  /** Creates a service without starting it; without `DATA_DIR` it has its own folder. */
  service(environment: Record<string, string>): Promise<Service>;
  /** Fills the cache of every running service with anonymous reads, as after each start. */
  fillCaches(): Promise<void>;
  /**
   * Compares the responses of every running service with computed ones; starts a service if none is running.
   *
   * @param caches other servers to compare, in front of the services
   */
  compareCached(caches?: readonly Pick<Service, 'base'>[]): Promise<Finding>;
}

/** Template of all other databases. */
export const TEMPLATE = 'faults_template';

let serial = 0;

export function openSite(postgres: Postgres, quick: boolean, cleanup: Cleanup): Site {
  const folder = async () => {
    const path = await mkdtemp(join(tmpdir(), 'lectern-faults-'));
    await chmod(path, 0o755);
    cleanup.add(() => rm(path, { recursive: true, force: true }));
    return path;
  };
  const database = async (template?: string) => postgres.createDatabase(`faults_${(serial += 1)}`, template);
  const services: Service[] = [];
  let computing: Service | undefined;
  const running = () => services.filter(({ isRunning }) => isRunning);
  const prepare = async (environment: Readonly<Record<string, string>>) => {
    const DATA_DIR = environment['DATA_DIR'] ?? (await folder());
    const service = await Service.prepare({ ...environment, DATA_DIR });
    cleanup.add(() => service.kill());
    return service;
  };
  const startComputing = async ({ environment }: Service) => {
    // Do not inherit the fake clock, the data folder and the ports.
    const { LD_PRELOAD: _clock, DATA_DIR: _folder, PORT: _port, ADMIN_PORT: _adminPort, ...others } = environment;
    // It computes from the primary.
    const { DATABASE_REPLICA_URL: _replicas, READS_WITHOUT_PRIMARY: _seconds, ...same } = others;
    const service = await prepare({ ...same, DATABASE_URL: databaseOf(environment), ANSWER_CACHE_MEGABYTES: '0' });
    await service.start();
    return service;
  };
  return {
    ...{ postgres, quick, cleanup, folder },
    emptyDatabase: () => database(),
    async world() {
      const url = await database(TEMPLATE);
      const pool = new pg.Pool({ connectionString: url, max: 4 });
      // Servers are killed here; the affected statement rejects.
      pool.on('error', () => undefined);
      cleanup.add(() => pool.end());
      return { ...(await createWorld(pool)), url };
    },
    async service(environment) {
      const service = await prepare(environment);
      service.afterStart = () => crawl(service);
      services.push(service);
      return service;
    },
    async fillCaches() {
      for (const service of running()) await crawl(service);
    },
    async compareCached(caches = []) {
      const [first] = services;
      if (!first) return { what: 'no service to compare', kept: false };
      if (running().length === 0) await first.start();
      computing ??= await startComputing(first);
      return compareCached([...running(), ...caches], computing);
    },
  };
}
