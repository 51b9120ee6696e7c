import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { recountCounters } from '../../src/core/common/counters.js';
import { connectionsTo, workersOf } from '../support/child-processes.js';
import { cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder, isAlive } from '../support/data-folder.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { createEvent, createTalk, createToken, createUser } from '../support/factories.js';
import { eventually, startProcess, statusOf, stopProcess, type ServiceProcess } from '../support/process.js';
import { newConnection, openConnection, steadyLoad, type SteadyLoad } from './steady-load.js';

const CONNECTIONS = 7;
/** Fifteen seconds on an idle machine, before supervisors kill it. */
const STOPPED_WITHIN_MS = 45_000;
const ENOUGH = 100;

let database: TestDatabase;
let service: ServiceProcess;
let token: string;
let comments: string;

const workers = (): number[] => workersOf(service.child.pid ?? 0);
const said = (sentence: string): number => service.output().split(sentence).length - 1;
const enough = async (load: SteadyLoad): Promise<void> => {
  const before = load.acknowledged.length;
  await eventually(() => load.acknowledged.length >= before + ENOUGH || load.failures.length > 0);
};

const portOf = ({ base }: ServiceProcess): number => Number(new URL(base).port);

beforeAll(async () => {
  database = await freshDatabase();
  const event = await createEvent(database.pool);
  comments = `/v2.1/talks/${await createTalk(database.pool, event)}/comments`;
  token = await createToken(database.pool, await createUser(database.pool));
  service = await startProcess({
    ...{ DATABASE_URL: urlOf(database.address), DATA_DIR: await dataFolder(), TALK_COMMENT_LIMIT: 'off' },
    ...{ WORKERS: '2', DATABASE_CONNECTIONS: String(CONNECTIONS) },
  });
});
afterAll(async () => {
  await cleanUp();
  await database.drop();
});

/** Every acknowledged comment is stored once, and counted. */
async function expectAllWritten({ acknowledged, failures }: SteadyLoad): Promise<void> {
  expect(failures).toEqual([]);
  const { rows } = await database.pool.query<{ comment: string }>(
    'select comment from talk_comments where comment = any($1) order by comment',
    [acknowledged],
  );
  expect(rows.map(({ comment }) => comment)).toEqual(acknowledged.toSorted());
  const client = await database.pool.connect();
  expect(await recountCounters(client, () => undefined)).toEqual([]);
  client.release();
}

describe('two workers', () => {
  it('share the port, and the total number of connections', async () => {
    const load = steadyLoad(service.base, token, comments);
    let most = 0;
    for (let look = 0; look < 20; look++) {
      const { rows } = await database.pool.query<{ count: number }>(
        `select count(*)::int from pg_stat_activity where application_name = 'lectern' and datname = current_database()`,
      );
      most = Math.max(most, rows[0]?.count ?? 0);
      await pause(50);
    }
    const held = workers().map((pid) => connectionsTo(portOf(service), pid));
    expect([held.length, Math.min(...held) >= 2]).toEqual([2, true]);
    await load.stop();
    await expectAllWritten(load);
    // Six of seven: each has three, and both have needed more than one.
    expect(most).toBeGreaterThan(2);
    expect(most).toBeLessThanOrEqual(CONNECTIONS);
  });

  it('show each other’s writes immediately', async () => {
    const connections = Array.from({ length: 4 }, () => openConnection(service.base, token));
    for (let round = 0; round < 40; round++) {
      const comment = `Round ${round}`;
      const written = await connections[round % 4]?.ask(comments, comment);
      expect(written?.status).toEqual(201);
      const latest = `${comments}?resultsperpage=0`;
      const shown = await Promise.all(connections.map((connection) => connection.ask(latest)));
      expect(shown.map(({ body }) => body.includes(`"${comment}"`))).toEqual([true, true, true, true]);
    }
  });

  it('leave the shutdown to the primary process if a terminal signals all', async () => {
    const before = workers();
    for (const pid of before) for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(pid, signal);
    const load = steadyLoad(service.base, token, comments);
    await enough(load);
    await load.stop();
    await expectAllWritten(load);
    expect(workers()).toEqual(before);
  });

  it('keep responding while others are killed, which are replaced; no client waits forever', async () => {
    const outcomes = new Set<string>();
    let over = false;
    const ask = async (): Promise<void> => {
      while (!over) outcomes.add(await newConnection(service.base));
    };
    const clients = Array.from({ length: 8 }, ask);
    const killed: number[] = [];
    for (let time = 0; time < 3; time++) {
      const [first = 0, other = 0] = workers();
      killed.push(first);
      process.kill(first, 'SIGKILL');
      await eventually(() => !workers().includes(first) && workers().length === 2 && said('"SIGKILL"') === time + 1);
      expect([workers().includes(other), await statusOf(`${service.adminBase}/ready`)]).toEqual([true, 200]);
      await eventually(() => workers().every((pid) => connectionsTo(portOf(service), pid) > 0));
    }
    over = true;
    await Promise.all(clients);
    // Connections to killed workers break, but nothing else.
    expect([...outcomes].filter((outcome) => outcome !== 'ECONNRESET')).toEqual(['200']);
    const told = service
      .output()
      .split('\n')
      .filter((line) => line.includes('Worker exited; starting a replacement'));
    expect(told.map((line) => (JSON.parse(line) as { worker: number }).worker)).toEqual(killed);
  });

  it('are replaced one after the other under load, and again on request: no request fails', async () => {
    const before = workers();
    const load = steadyLoad(service.base, token, comments);
    await enough(load);
    service.child.kill('SIGUSR2');
    await eventually(() => said('one by one …') === 1);
    service.child.kill('SIGUSR2');
    await eventually(() => said('Replaced all workers') === 2);
    await enough(load);
    await load.stop();
    await expectAllWritten(load);
    expect(workers().filter((pid) => before.includes(pid))).toEqual([]);
    expect(workers()).toHaveLength(2);
    expect(said('will be replaced again afterwards')).toEqual(1);
  });

  it('complete requests in flight when the service stops', async () => {
    const load = steadyLoad(service.base, token, comments);
    await enough(load);
    const pids = workers();
    const begin = Date.now();
    load.expectTheEnd();
    expect((await stopProcess(service)).code).toEqual(0);
    expect(Date.now() - begin).toBeLessThan(STOPPED_WITHIN_MS);
    await load.over;
    await expectAllWritten(load);
    expect(pids.filter(isAlive)).toEqual([]);
  });
});
