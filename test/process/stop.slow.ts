import { Agent, get, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { dataFolder, isAlive, poolOn, postmasterOf } from '../support/data-folder.js';
import { preparedFolder } from '../support/prepared-folder.js';
import {
  eventually,
  spawnLectern,
  spawnService,
  startProcess,
  statusOf,
  untilBanner,
  type LecternProcess,
} from '../support/process.js';

/** Fifteen seconds on an idle machine, before supervisors kill it. */
const STOPPED_WITHIN_MS = 45_000;

afterEach(cleanUp);

/** A request that waits for a table until `release`. */
interface SlowRequest {
  readonly answer: Promise<{
    readonly status: number | undefined;
    readonly body: string;
    /** Resolves when the service has closed the connection, which the client would keep open. */
    readonly closed: Promise<unknown>;
  }>;
  release(): Promise<void>;
}

async function slowRequest(base: string, pool: pg.Pool): Promise<SlowRequest> {
  const lock = await pool.connect();
  lock.on('error', () => undefined);
  let held = true;
  const letGo = (): void => {
    if (held) lock.release(true);
    held = false;
  };
  atTheEnd(letGo);
  await lock.query('begin');
  await lock.query('lock table events in access exclusive mode');
  const agent = new Agent({ keepAlive: true });
  atTheEnd(() => agent.destroy());
  const answer = (async () => {
    const [response] = (await once(get(`${base}/v2.1/events?filter=all`, { agent }), 'response')) as [IncomingMessage];
    const closed = once(response.socket, 'close');
    return { status: response.statusCode, body: await text(response), closed };
  })();
  answer.catch(() => undefined);
  await eventually(async () => {
    const { rows } = await pool.query("select from pg_stat_activity where wait_event_type = 'Lock'");
    return rows.length > 0;
  });
  return {
    answer,
    async release() {
      await lock.query('rollback');
      letGo();
    },
  };
}

/** A persistent connection that has had one response. */
async function keptAlive(base: string): Promise<{ readonly isClosed: () => boolean }> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  atTheEnd(() => socket.destroy());
  socket.write(`GET /v2.1/languages HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  await once(socket, 'data');
  let closed = false;
  socket.once('close', () => (closed = true));
  return { isClosed: () => closed };
}

async function stopsCleanly(process: LecternProcess, folder: string, begin: number): Promise<void> {
  expect((await process.ended).code).toEqual(0);
  expect(Date.now() - begin).toBeLessThan(STOPPED_WITHIN_MS);
  expect(await postmasterOf(folder)).toBeUndefined();
}

describe('a service that receives a signal', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s completes requests in flight and accepts no new ones',
    async (signal) => {
      const folder = await preparedFolder('demo');
      const service = await startProcess({ DATA_DIR: folder });
      const idle = await keptAlive(service.base);
      const slow = await slowRequest(service.base, await poolOn(folder));

      const begin = Date.now();
      service.child.kill(signal);
      await eventually(async () => (await statusOf(`${service.base}/v2.1/languages`)) === 0);
      await eventually(idle.isClosed);
      expect([await statusOf(`${service.adminBase}/live`), await statusOf(`${service.adminBase}/ready`)]).toEqual([
        200, 503,
      ]);
      expect(service.child.exitCode).toBeNull();

      await slow.release();
      const { status, body, closed } = await slow.answer;
      expect([status, Object.keys(JSON.parse(body) as object)]).toEqual([200, ['events', 'meta']]);
      const answeredAt = Date.now();
      await closed;
      // A service that waited for the client would give up after eight seconds.
      expect(Date.now() - answeredAt).toBeLessThan(6_000);
      await stopsCleanly(service, folder, begin);
    },
  );

  it('exits in time although a request never completes', async () => {
    const folder = await preparedFolder('empty');
    const service = await startProcess({ DATA_DIR: folder, DEMO_DATA: 'false' });
    const endless = request(`${service.base}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Expect: '100-continue' },
    });
    endless.flushHeaders();
    await once(endless, 'continue');
    const answer = once(endless, 'response');
    const begin = Date.now();
    service.child.kill('SIGTERM');
    await expect(answer).rejects.toThrow(/socket hang up|ECONNRESET/);
    await stopsCleanly(service, folder, begin);
  });

  it('during startup leaves nothing running', async () => {
    const folder = await dataFolder();
    const starting = spawnService({ DATA_DIR: folder });
    await eventually(async () => (await postmasterOf(folder)) !== undefined);
    const begin = Date.now();
    starting.child.kill('SIGTERM');
    await stopsCleanly(starting, folder, begin);
    expect(starting.output()).not.toContain('Lectern is running');
  });

  it('through npm start exits with 0 as well', async () => {
    const folder = await dataFolder();
    const environment = { DATA_DIR: folder, PORT: '0', ADMIN_PORT: '0', npm_config_update_notifier: 'false' };
    const npm = spawnLectern('npm', ['start'], environment);
    const service = await untilBanner(npm);
    const pid = Number(/"pid":(\d+)/.exec(service.output())?.[1]);
    atTheEnd(() => isAlive(pid) && process.kill(pid, 'SIGKILL'));
    expect(await statusOf(`${service.base}/v2.1/events`)).toEqual(200);
    const begin = Date.now();
    npm.child.kill('SIGTERM');
    await stopsCleanly(npm, folder, begin);
    expect(isAlive(pid)).toEqual(false);
  });
});
