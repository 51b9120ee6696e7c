import { afterEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { getRollbackPlans, PgBoss } from 'pg-boss';
import { pgConfig, type DatabaseAddress } from '../../src/database/orm.js';
import { insertJobs } from '../../src/adapters/jobs/stored-jobs.js';
import { migrateJobs } from '../../src/database/migrate.js';
import { startJobs } from '../../src/adapters/jobs/start-jobs.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { eventually } from '../support/process.js';
import { startMailServer } from './mail-server.js';
import { KEY, openPostOffice } from './post-office.js';
import { samples } from './samples.js';

afterEach(cleanUp);

const reset = { kind: 'password_reset', to: 'ada@example.org', data: samples.password_reset } as const;

/** A process that only sends mail. */
const WORKER = `
  const [{ createOrm, poolOf }, { startJobs }, { createMailWorker }, { default: pino }] = await Promise.all(
    ['database/orm.js', 'adapters/jobs/start-jobs.js', 'adapters/mail/mail-queue.js'].map((file) => import(process.env.SRC + file)).concat(import('pino')),
  );
  const { address, smtpUrl, key } = JSON.parse(process.env.PARTS);
  const log = pino({ level: 'silent' });
  const settings = { smtpUrl, from: { name: 'Lectern', address: 'lectern@localhost' }, system: 'lectern@localhost' };
  const work = createMailWorker({ settings, productName: 'Lectern', dataDirectory: '/nowhere', key: Buffer.from(key, 'hex'), log });
  await startJobs({ pool: await poolOf(createOrm(address, 2)), log, work: [{ queue: 'mail', work }] });
`;

describe('the worker of the job queue', () => {
  it('resumes a mail of a killed process: the same message once more', async () => {
    const office = await openPostOffice();
    const { pool, address } = office.database;
    // Two minutes would be too long for a test.
    await pool.query('update pgboss.queue set heartbeat_seconds = 1');
    let calls = 0;
    const server = await startMailServer({
      message(_received, say) {
        calls += 1;
        // The first one is killed before it hears that its message was accepted.
        if (calls > 1) say();
      },
    });
    const parts = { address, smtpUrl: server.url, key: KEY.toString('hex') };
    const src = new URL('../../src/', import.meta.url).href;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', WORKER], {
      cwd: fileURLToPath(new URL('../../../', import.meta.url)),
      env: { PATH: process.env['PATH'], SRC: src, PARTS: JSON.stringify(parts) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    atTheEnd(() => child.kill('SIGKILL'));
    await office.queue(reset);
    await eventually(() => calls === 1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await sleep(1_500);
    // The child has looked for abandoned jobs at its start, and does that rarely.
    await pool.query('update pgboss.queue set monitor_claim_on = null');
    await office.start({ SMTP_URL: server.url, MAIL_FROM: 'lectern@localhost' });
    await eventually(async () => calls === 2 && Object.keys(await office.jobs()).length === 0);
    const [first, second] = server.received.map(({ raw }) => raw.replace(/--_NmP-[^\r\n]*|boundary="[^"]*"/g, ''));
    expect(first).toMatch(/^Message-ID: <[0-9a-f-]{36}@localhost>\r$/m);
    expect(second).toBe(first);
  });

  it('survives its database: logs its absence once, and does nothing twice', async () => {
    const office = await openPostOffice();
    const way = await detour(office.database.address);
    const pool = new pg.Pool({ ...pgConfig(way.address), max: 3, connectionTimeoutMillis: 1_000 });
    pool.on('error', () => undefined);
    atTheEnd(() => pool.end());
    const done: string[] = [];
    let finish = (): void => undefined;
    const work = async ({ data }: { data: unknown }): Promise<void> => {
      const { name } = data as { name: string };
      if (name === 'first') await new Promise<void>((resolve) => (finish = resolve));
      done.push(name);
    };
    let begun = 0;
    const jobs = await startJobs({
      pool,
      log: office.log,
      work: [
        {
          queue: 'mail',
          work: (job) => {
            begun += 1;
            return work(job);
          },
        },
      ],
    });
    atTheEnd(() => jobs.stop());
    const add = (name: string) => office.orm.em.fork().transactional((em) => insertJobs(em, 'mail', [{ name }]));
    await add('first');
    await eventually(() => begun === 1);
    await way.close();
    finish();
    await sleep(5_000);
    await way.open();
    await add('second');
    await eventually(async () => done.length === 2 && Object.keys(await office.jobs()).length === 0);
    expect({ done, begun }).toEqual({ done: ['first', 'second'], begun: 2 });
    expect(office.logged.map(({ msg }) => msg)).toEqual([
      'Job queue: database unavailable; retrying',
      'Failed to delete a completed job; retrying',
      'Job queue: database available again',
    ]);
  });

  it('does periodic work once for all processes, and rarely polls an empty queue', async () => {
    const office = await openPostOffice();
    const statements: string[] = [];
    const { pool } = office.database;
    const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
    Object.assign(pool, { query: (...args: unknown[]) => (statements.push(String(args[0])), query(...args)) });
    const runs: number[] = [];
    const periodic = [{ name: 'tidy-up', cron: '* * * * *', work: async () => void runs.push(Date.now()) }];
    const nothing = () => Promise.resolve();
    for (const log of [office.log, office.log]) {
      const jobs = await startJobs({ pool, log, work: [{ queue: 'mail', work: nothing }], periodic });
      atTheEnd(() => jobs.stop());
    }
    await eventually(() => runs.length > 0);
    statements.length = 0;
    await sleep(5_000);
    // Two processes with two queues each.
    expect({ runs: runs.length, few: statements.length <= 15 }).toEqual({ runs: 1, few: true });
    expect(statements.filter((text) => /\blisten\b|pg_advisory_lock\(|^\s*(set|prepare)\s/i.test(text))).toEqual([]);
    expect(office.logged).toEqual([]);
  });
});

describe('the tables of the job queue', () => {
  it('are migrated from an older pg-boss, and a repeated migration is harmless', async () => {
    const office = await openPostOffice();
    const { pool, address } = office.database;
    const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } });
    const version = await boss.schemaVersion();
    for (const statement of getRollbackPlans('pgboss', version ?? 0).split(/(?<=COMMIT;)\s*/))
      await pool.query(statement);
    expect(await boss.schemaVersion()).toBe((version ?? 0) - 1);
    await migrateJobs(address);
    await migrateJobs(address);
    const { ok } = await boss.detectSchemaDrift();
    expect({ version: await boss.schemaVersion(), ok }).toEqual({ version, ok: true });
    const queue = await boss.getQueue('mail');
    expect([queue?.retryLimit, queue?.retryDelay, queue?.retryBackoff, queue?.expireInSeconds]).toEqual([
      11,
      30,
      true,
      2_100,
    ]);
  });

  it('of a newer version are rejected', async () => {
    const { database } = await openPostOffice();
    await database.pool.query('update pgboss.version set version = version + 1');
    await expect(migrateJobs(database.address)).rejects.toThrow('start the newer Lectern');
  });
});

/** Another connection to the database, which can be closed. */
async function detour(
  address: DatabaseAddress,
): Promise<{ address: DatabaseAddress; close(): Promise<void>; open(): Promise<void> }> {
  const { host = '', port = 0 } =
    'url' in address
      ? { host: new URL(address.url).hostname, port: Number(new URL(address.url).port || 5432) }
      : address;
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect(target);
    for (const end of [socket, onward]) {
      sockets.add(end);
      end.on('error', () => undefined);
      end.on('close', () => sockets.delete(end));
    }
    socket.pipe(onward).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: here } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  atTheEnd(close);
  const through = (): DatabaseAddress => {
    if (!('url' in address)) return { ...address, host: '127.0.0.1', port: here };
    const url = new URL(address.url);
    Object.assign(url, { hostname: '127.0.0.1', port: String(here) });
    return { url: url.href };
  };
  return {
    address: through(),
    close,
    async open() {
      server.listen(here, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}
