import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { chooseServerAccount } from '../src/database/embedded/account.js';
import { startEtcd } from './etcd.js';
import { ownedBy } from './owned-folder.js';
import { PatroniNode, type NodeAddress } from './patroni-node.js';
import { findProgram } from './program.js';
import { findDebian } from './servers.js';
import { signalTo } from './processes.js';
import type { Site } from './site.js';
import { freePort, until } from './waiting.js';

const SCOPE = 'lectern';
const NODES = 3;
const WITHIN_MS = 120_000;
/** Of each node's log, in the message of a failure. */
const LOG_LINES = 12;
/** `pg_basebackup`, which creates a standby, streams as well. */
const FOLLOWERS = "select sync_state, state from pg_stat_replication where application_name <> 'pg_basebackup'";

/**
 * As in `docs/scale.md`. `etcd`, the v2 API, not `etcd3`: with that, Patroni 3.0 lets a primary that was frozen retake
 * its lock when it resumes, and acknowledged writes of its successor are lost.
 */
const configuration = ({ name, port, restPort, folder }: NodeAddress, etcd: string, programs: string) => ({
  ...{ scope: SCOPE, name },
  restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
  etcd: { host: etcd },
  bootstrap: {
    dcs: {
      ...{ ttl: 20, loop_wait: 5, retry_timeout: 5, synchronous_mode: true },
      postgresql: {
        ...{ use_pg_rewind: true, use_slots: true },
        parameters: {
          ...{ wal_log_hints: 'on', max_connections: 100, shared_buffers: '32MB', max_wal_size: '256MB' },
          wal_keep_size: '256MB',
        },
      },
    },
    initdb: ['data-checksums', { encoding: 'UTF8' }, { locale: 'C.UTF-8' }, { auth: 'trust' }],
  },
  postgresql: {
    ...{ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}`, bin_dir: programs },
    ...{ data_dir: join(folder, 'cluster'), pgpass: join(folder, 'pgpass') },
    authentication: { superuser: { username: 'postgres' }, replication: { username: 'postgres' } },
    parameters: { unix_socket_directories: '' },
    pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
  },
});

/** Three nodes that elect their primary by themselves, with one synchronous standby. */
export class PatroniCluster {
  readonly nodes: readonly PatroniNode[];

  private constructor(nodes: readonly PatroniNode[]) {
    this.nodes = nodes;
  }

  /** Starts etcd and three nodes, and waits until two follow the third. They end with the fault. */
  static async start(site: Site): Promise<PatroniCluster> {
    const account = await chooseServerAccount(undefined);
    const etcd = await startEtcd(site);
    const parent = await site.folder();
    const nodes: PatroniNode[] = [];
    for (let place = 0; place < NODES; place += 1) {
      const folder = join(parent, `node-${place}`);
      const address = { name: `node-${place}`, port: await freePort(), restPort: await freePort(), folder };
      mkdirSync(folder);
      ownedBy(account, folder);
      const node = new PatroniNode(address, account);
      // JSON is YAML.
      writeFileSync(node.configuration, JSON.stringify(configuration(address, etcd, findDebian()!.folder)));
      site.cleanup.add(() => node.kill());
      node.start();
      nodes.push(node);
    }
    const cluster = new PatroniCluster(nodes);
    await cluster.complete();
    return cluster;
  }

  /** The node that has the primary's role, by its own account. */
  async primary(): Promise<PatroniNode> {
    let found: PatroniNode | undefined;
    await until(
      'A node of the cluster is the primary',
      async () => {
        for (const node of this.nodes) if (await node.is('primary')) found = node;
        return found !== undefined;
      },
      WITHIN_MS,
    );
    return found!;
  }

  /** Waits until two nodes follow the primary, one of them synchronously, as before a fault. */
  async complete(): Promise<PatroniNode> {
    try {
      return await this.#complete();
    } catch (error) {
      const logs = this.nodes.map((node) => `${node.name}: ${node.lastWords(LOG_LINES)}`);
      throw new Error(`${String(error)}\n${logs.join('\n')}`, { cause: error });
    }
  }

  async #complete(): Promise<PatroniNode> {
    let primary: PatroniNode | undefined;
    await until(
      'Two nodes follow the primary',
      async () => {
        primary = await this.primary();
        const rows = await ask(primary, FOLLOWERS).catch(() => []);
        const followers = rows as { sync_state: string; state: string }[];
        return (
          followers.filter(({ state }) => state === 'streaming').length === NODES - 1 &&
          followers.some(({ sync_state }) => sync_state === 'sync')
        );
      },
      WITHIN_MS,
    );
    return primary!;
  }

  /** Asks Patroni to exchange the roles of the primary and its synchronous standby, as before maintenance. */
  async switchOver(): Promise<void> {
    const given = ['-c', this.nodes[0]!.configuration, 'switchover', SCOPE, '--force'];
    // Without a named candidate Patroni chooses the synchronous standby.
    await promisify(execFile)(findProgram('patronictl')!, given, { env: { LC_ALL: 'C.UTF-8' } });
  }
}

/** Suspends replication from the primary: writes that it acknowledged alone would be lost. */
export async function isolate(primary: PatroniNode): Promise<void> {
  const senders = await ask(primary, 'select pid from pg_stat_replication');
  for (const { pid } of senders as { pid: number }[]) signalTo(pid, 'SIGSTOP');
}

/** Executes a statement in the `postgres` database of a node. */
export async function ask(node: PatroniNode, text: string): Promise<readonly object[]> {
  const client = new pg.Client({ connectionString: node.url('postgres'), connectionTimeoutMillis: 5_000 });
  // A stopping server closes connections; the affected statement rejects.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}
