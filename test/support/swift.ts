import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.js';
import { openBucket, type ObjectStore } from './object-store.js';

const KINDS = ['account', 'container', 'object'] as const;
const START_WITHIN_MS = 60_000;
const POLL_MS = 100;

/** OpenStack Swift with the S3 API, from the packages of Debian; requires root. One device, one replica. */
export interface Swift extends ObjectStore {
  readonly remove: () => Promise<void>;
}

const common = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
workers = 0
user = root
`;

const storageServer = (folder: string, kind: string, port: number) => `${common(folder, port)}
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;

/** On a busy machine, a server needs longer than half a second to accept a connection. */
const proxyServer = (folder: string, port: number, cachePort: number) => `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats bulk s3api tempauth copy slo dlo versioned_writes proxy-logging proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
conn_timeout = 10
error_suppression_limit = 1000000
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cachePort}
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
${['catch_errors', 'gatekeeper', 'listing_formats', 'bulk', 'copy', 'slo', 'dlo', 'versioned_writes', 'proxy_logging']
  .map((name) => `[filter:${name.replace('_logging', '-logging')}]\nuse = egg:swift#${name}\n`)
  .join('')}`;

/** Starts Swift on free loopback ports, and creates a bucket. */
export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-swift-'));
  const started: ChildProcess[] = [];
  const remove = async () => {
    for (const child of started.reverse()) await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  const ports: number[] = [];
  const start = (program: string, port: number, ...words: string[]) => {
    ports.push(port);
    const child = spawn(program, words, { stdio: 'ignore' });
    process.once('exit', () => child.kill('SIGKILL'));
    started.push(child);
  };
  try {
    await mkdir(join(folder, 'devices', 'd1'), { recursive: true });
    await writeFile(join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = lectern\n');
    for (const kind of KINDS) {
      const port = await freePort();
      const ring = (...words: string[]) =>
        execFileSync('swift-ring-builder', [join(folder, `${kind}.builder`), ...words], { stdio: 'ignore' });
      ring('create', '8', '1', '1');
      ring('add', `r1z1-127.0.0.1:${port}/d1`, '1');
      ring('rebalance');
      const file = join(folder, `${kind}-server.conf`);
      await writeFile(file, storageServer(folder, kind, port));
      start(`swift-${kind}-server`, port, file);
    }
    const [port, cachePort] = [await freePort(), await freePort()];
    start('memcached', cachePort, '-u', 'root', '-l', '127.0.0.1', '-p', `${cachePort}`);
    const file = join(folder, 'proxy-server.conf');
    await writeFile(file, proxyServer(folder, port, cachePort));
    start('swift-proxy-server', port, file);
    await Promise.all(ports.map(accepting));
    return { ...(await bucketWhenReady(`http://127.0.0.1:${port}`)), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Resolves when the port accepts connections. Creating a bucket needs no object server: without this, the first object
 * that is stored may come before it.
 */
const accepting = (port: number) =>
  untilResolved(async () => {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
    } finally {
      socket.destroy();
    }
  });

/** The servers respond within seconds; until then, creating the bucket fails. */
const bucketWhenReady = (endpoint: string) => untilResolved(() => openBucket(endpoint, 'test:tester', 'testing'));

async function untilResolved<T>(attempt: () => Promise<T>): Promise<T> {
  for (const begin = performance.now(); ; await sleep(POLL_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() - begin > START_WITHIN_MS) throw error;
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
