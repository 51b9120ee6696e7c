import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openClient, type Client } from './client.js';
import { alike, type Finding } from './finding.js';
import type { Service } from './service.js';
import type { Site } from './site.js';
import { Tally } from './tally.js';
import { createWorld, type World } from './world.js';

/** Two services with replicas, and clients that read what was written immediately before. */
export interface ReplicaReaders {
  readonly services: readonly Service[];
  readonly world: World;
  readonly tally: Tally;
  /** Updates the event on the primary, and reads it from both services through both APIs, so many times. */
  readOwnWrites(rounds: number): Promise<void>;
  /** Reads that were served by a replica or the primary so far, by outcome. */
  outcomes(): Promise<Readonly<Record<string, number>>>;
  /** Requires that no response was stale or failed. */
  findings(): Finding[];
}

const SECRET_KEY = 'the same secret key in every one of them';
const LINE = /^lectern_replica_reads_total\{outcome="(\w+)"\} (\d+)$/gm;
const QUERY = 'query Where($id: ID!) { event(id: $id) { location } }';

/** @param replicas URLs of the servers, separated by commas */
export async function startReplicaReaders(
  site: Site,
  primary: string,
  replicas: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ReplicaReaders> {
  const services: Service[] = [];
  for (let place = 0; place < 2; place += 1) {
    const service = await site.service({
      ...{ DATABASE_URL: primary, DATABASE_REPLICA_URL: replicas, SECRET_KEY },
      ...environment,
    });
    await service.start();
    services.push(service);
  }
  const pool = new pg.Pool({ connectionString: primary, max: 4 });
  pool.on('error', () => undefined);
  site.cleanup.add(() => pool.end());
  const world = await createWorld(pool);
  const clients = services.map(({ base }) => openClient(base));
  site.cleanup.add(() => clients.forEach((client) => client.close()));
  const tally = new Tally();
  const stale: string[] = [];

  async function read(client: Client, location: string): Promise<void> {
    const { event: id } = world;
    for (const answer of [await client.get(`/v2.1/events/${id}`), await client.graph(QUERY, { id })]) {
      tally.count(answer);
      if (answer.status === 200 && !answer.body.includes(location)) stale.push(answer.body.slice(0, 300));
    }
  }

  return {
    ...{ services, world, tally },
    async readOwnWrites(rounds) {
      for (let round = 0; round < rounds; round += 1) {
        const location = randomUUID();
        await pool.query('update events set location = $1 where id = $2', [location, world.event]);
        await Promise.all(clients.map((client) => read(client, location)));
      }
    },
    async outcomes() {
      const counts: Record<string, number> = {};
      for (const { adminBase } of services) {
        const metrics = await (await fetch(`${adminBase}/metrics`)).text();
        for (const [, outcome = '', count] of metrics.matchAll(LINE))
          counts[outcome] = (counts[outcome] ?? 0) + Number(count);
      }
      return counts;
    },
    findings: () => [alike('0 stale responses', stale.slice(0, 1), []), tally.only()],
  };
}
