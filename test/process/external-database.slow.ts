import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startEmbeddedPostgres } from '../../src/database/embedded/index.js';
import type { DatabaseAddress } from '../../src/database/orm.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { inDatabase, onServer, urlOf } from '../support/cluster.js';
import { emptyDatabase, testServer } from '../support/database.js';
import { dataFolder } from '../support/data-folder.js';
import { freePort } from '../support/free-port.js';
import { eventually, spawnService, startProcess, statusOf, stopProcess, untilBanner } from '../support/process.js';

afterEach(cleanUp);

/** Forwards a loopback port to the server of the URL. */
async function forwardPort(port: number, address: DatabaseAddress): Promise<void> {
  const reach = () => {
    if (!('url' in address)) return connect(join(address.host, `.s.PGSQL.${address.port}`));
    const { hostname, port: serverPort } = new URL(address.url);
    return connect(Number(serverPort || 5432), hostname);
  };
  const door = createServer((socket) => {
    const server = reach();
    socket.on('error', () => server.destroy()).pipe(server);
    server.on('error', () => socket.destroy()).pipe(socket);
  });
  atTheEnd(() => door.close());
  await once(door.listen(port, '127.0.0.1'), 'listening');
}

describe('a service on the server of DATABASE_URL', () => {
  it('starts together with a second one on the same empty database, which is filled once', async () => {
    const address = await emptyDatabase();
    const SECRET_KEY = 'the same secret key in every process';
    const environment = { DATABASE_URL: urlOf(address), DEMO_DATA: 'true', SECRET_KEY };
    const folders = [await dataFolder(), await dataFolder()];
    const services = await Promise.all(folders.map((DATA_DIR) => startProcess({ ...environment, DATA_DIR })));

    for (const { base, adminBase } of services) {
      expect([await statusOf(`${base}/v2.1/events?filter=hot`), await statusOf(`${adminBase}/ready`)]).toEqual([
        200, 200,
      ]);
    }
    const migrations = await onServer(address, (client) =>
      client.query<{ name: string; times: number }>(
        'select name, count(*)::int as times from schema_migrations group by name',
      ),
    );
    expect(migrations.rows.length).toBeGreaterThan(0);
    expect(migrations.rows).toEqual(migrations.rows.map(({ name }) => ({ name, times: 1 })));
    expect(services.filter(({ output }) => output().includes('Created demo conferences')).length).toEqual(1);
    const ends = await Promise.all(services.map((service) => stopProcess(service)));
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
  });

  it('waits for the server, logs it once, and starts when it responds', async () => {
    const address = await emptyDatabase();
    const port = await freePort();
    const DATABASE_URL = urlOf(address, `127.0.0.1:${port}`).replace(/@[^/]+/, `@127.0.0.1:${port}`);
    const waiting = spawnService({ DATABASE_URL, DATA_DIR: await dataFolder() });
    const sentence = `Waiting up to 30 s for PostgreSQL at 127.0.0.1:${port}/`;
    await eventually(() => waiting.output().includes(sentence));
    await forwardPort(port, address);
    const service = await untilBanner(waiting);
    expect(service.output().split(sentence).length).toEqual(2);
    expect(await statusOf(`${service.base}/v2.1/events`)).toEqual(200);
  });

  it('stops immediately while it waits', async () => {
    const DATABASE_URL = `postgres://lectern@127.0.0.1:${await freePort()}/lectern`;
    const waiting = spawnService({ DATABASE_URL, DATA_DIR: await dataFolder() });
    await eventually(() => waiting.output().includes('Waiting up to 30 s'));
    const begin = Date.now();
    expect(await stopProcess(waiting)).toEqual({ code: 0, output: expect.stringContaining('SIGTERM'), errors: '' });
    // Otherwise it would wait for 30 seconds.
    expect(Date.now() - begin).toBeLessThan(20_000);
  });

  it('exits with one sentence, without the password, if the server does not respond', async () => {
    const port = await freePort();
    const DATABASE_URL = `postgres://lectern:hushhush@127.0.0.1:${port}/lectern`;
    const ended = await spawnService({ DATABASE_URL, DATABASE_WAIT_SECONDS: '1', DATA_DIR: await dataFolder() }).ended;
    const place = `PostgreSQL at 127.0.0.1:${port}/lectern`;
    const reason = `connect ECONNREFUSED 127.0.0.1:${port}`;
    expect(ended).toEqual({
      code: 1,
      output: expect.stringContaining(`Waiting up to 1 s for ${place} (${reason}) …`),
      errors:
        `${place} is unreachable (${reason}). Start it or correct DATABASE_URL; without DATABASE_URL, Lectern uses ` +
        'an embedded server.\n',
    });
    expect(ended.output).not.toContain('hushhush');
  });
});

describe('a service that the server rejects reports the reason in one sentence', () => {
  async function refusal(DATABASE_URL: string) {
    return spawnService({ DATABASE_URL, DATA_DIR: await dataFolder() }).ended;
  }

  it('for an unknown database', async () => {
    const DATABASE_URL = urlOf(inDatabase(testServer(), 'no_such_database'));
    expect(await refusal(DATABASE_URL)).toEqual({
      code: 1,
      output: '',
      errors: expect.stringMatching(
        /^PostgreSQL at \S+\/no_such_database rejected the connection: database "no_such_database" does not exist\. Correct DATABASE_URL and start again\.\n$/,
      ),
    });
  });

  it('for a wrong password', async () => {
    const dataDirectory = await dataFolder();
    const { connection, stop } = await startEmbeddedPostgres({ dataDirectory, settings: { fsync: 'off' } }).then(
      (server) => ({ connection: server.connection, stop: () => server.stop() }),
    );
    atTheEnd(stop);
    const rules = join(dataDirectory, 'postgres', 'pg_hba.conf');
    await writeFile(rules, `local all guarded scram-sha-256\n${await readFile(rules, 'utf8')}`);
    await onServer(connection, (client) =>
      client.query("create role guarded login password 'right'; select pg_reload_conf()"),
    );
    const guarded = { ...connection, user: 'guarded' };
    expect(await refusal(`${urlOf(guarded)}&password=hushhush`)).toEqual({
      code: 1,
      output: '',
      errors:
        'PostgreSQL at localhost/lectern rejected the connection: password authentication failed for user "guarded". ' +
        'Correct DATABASE_URL and start again.\n',
    });
  });
});
