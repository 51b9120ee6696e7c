import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { chooseServerAccount } from '../../src/database/embedded/account.js';
import type { Fault } from '../fault.js';
import { startLoad } from '../load.js';
import { runProgram } from '../program.js';
import { nothingLost, prove } from '../proof.js';
import type { Site } from '../site.js';
import { freePort, until } from '../waiting.js';

/** As `docs/operate.md` has it. The limits of time that the service asks for when it connects are not pgbouncer's to set. */
const configuration = (port: number, server: URL) => `
[databases]
* = host=${server.hostname} port=${server.port} user=${server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 10
max_client_conn = 500
ignore_startup_parameters = extra_float_digits, statement_timeout, lock_timeout, idle_in_transaction_session_timeout, options
`;

/** @returns the address of the same database through a pgbouncer that shares ten connections */
async function startPgbouncer(site: Site, url: string): Promise<string> {
  const server = new URL(url);
  const port = await freePort();
  const file = join(await site.folder(), 'pgbouncer.ini');
  await writeFile(file, configuration(port, server));
  const pgbouncer = runProgram('pgbouncer', ['-q', file], site.teardown, await chooseServerAccount(undefined));
  server.port = String(port);
  await until('pgbouncer passes statements on', async () => {
    pgbouncer.check();
    const client = new pg.Client({ connectionString: server.href });
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  return server.href;
}

/** Row 7: a pooler hands each transaction whichever connection is free, so nothing may be left on one. */
export const behindPgbouncer: Fault = {
  number: '7',
  name: 'PostgreSQL is behind pgbouncer, which shares 10 connections among 80 of the services, by the transaction',
  figure:
    'every answer is good, with `DATABASE_PREPARED=false` and `DATABASE_DIRECT_URL`; nothing acknowledged is lost',
  quick: true,
  servers: 'one',
  needs: ['pgbouncer'],
  async inject(site) {
    const world = await site.world();
    const environment = {
      ...{ DATABASE_URL: await startPgbouncer(site, world.url), DATABASE_DIRECT_URL: world.url },
      ...{ DATABASE_PREPARED: 'false', DATABASE_CONNECTIONS: '40' },
      SECRET_KEY: 'the same secret key in every one of them',
    };
    const services = [await site.service(environment), await site.service(environment)];
    for (const service of services) await service.start();
    const loads = services.map(({ base }, place) => {
      const half = { ...world, people: world.people.slice(place * 16, (place + 1) * 16) };
      return startLoad(base, half, site.teardown, { clients: 4 });
    });
    const writes = site.quick ? 200 : 2_000;
    await Promise.all(loads.map((load) => load.more(writes)));
    for (const load of loads) await load.stop();
    const kept = await prove(
      world,
      loads.flatMap(({ acknowledged }) => acknowledged),
    );
    const answers: Record<string, number> = {};
    for (const { tally } of loads) {
      for (const [label, count] of Object.entries(tally.counts)) answers[label] = (answers[label] ?? 0) + count;
    }
    return { answers, kept, findings: [...loads.map(({ tally }) => tally.only()), ...nothingLost(kept)] };
  },
};
