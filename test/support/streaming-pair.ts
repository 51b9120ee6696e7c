import { execFile } from 'node:child_process';
import { appendFile, mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../../src/database/embedded/index.js';
import { migrate } from '../../src/database/migrate.js';
import { atTheEnd } from './clean-up.js';
import { dataFolder, poolOn } from './data-folder.js';
import { eventually } from './process.js';
import { urlOf } from './cluster.js';

const run = promisify(execFile);

/** A server of the pair, and a pool that bypasses the service. It is restarted when it is killed. */
export interface PairedServer {
  readonly folder: string;
  readonly url: string;
  readonly pool: pg.Pool;
  readonly stop: () => Promise<void>;
}

export interface StreamingPair {
  readonly primary: PairedServer;
  readonly replica: PairedServer;
}

/**
 * Starts a migrated primary and a streaming replica, which both end with the test. The packaged server has no
 * `pg_basebackup`, so the replica is a copy of the running primary's files.
 */
export async function startPair(): Promise<StreamingPair> {
  const primary = await startServer(await dataFolder());
  await migrate({ url: primary.url });
  const replica = await startReplicaOf(primary);
  return { primary, replica };
}

export async function startReplicaOf(primary: PairedServer): Promise<PairedServer> {
  const folder = await dataFolder();
  const [from, to] = [await realpath(join(primary.folder, 'postgres')), join(folder, 'postgres')];
  await mkdir(folder);
  const client = await primary.pool.connect();
  try {
    await client.query("select pg_backup_start('replica', true)");
    await run('cp', ['-a', from, to]);
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
    for (const name of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
      await rm(join(to, name), { force: true });
    await writeFile(join(to, 'backup_label'), rows[0]?.label ?? '');
  } finally {
    client.release();
  }
  const { host, port } = addressOf(primary.url);
  await appendFile(join(to, 'postgresql.auto.conf'), `primary_conninfo = 'host=${host} port=${port} user=lectern'\n`);
  await writeFile(join(to, 'standby.signal'), '');
  await run('chown', [`--reference=${from}`, join(to, 'backup_label'), join(to, 'standby.signal')]);
  const replica = await startServer(folder);
  await eventually(async () => (await primary.pool.query('select from pg_stat_replication')).rowCount === 1);
  return replica;
}

async function startServer(folder: string): Promise<PairedServer> {
  const server = await startEmbeddedPostgres({
    dataDirectory: folder,
    settings: { fsync: 'off', max_connections: '100', wal_retrieve_retry_interval: '100ms', wal_keep_size: '256MB' },
  });
  atTheEnd(() => server.stop());
  return { folder, url: urlOf(server.connection), pool: await poolOn(folder), stop: () => server.stop() };
}

function addressOf(url: string): { readonly host: string; readonly port: string } {
  const { searchParams } = new URL(url);
  return { host: searchParams.get('host') ?? '', port: searchParams.get('port') ?? '5432' };
}
