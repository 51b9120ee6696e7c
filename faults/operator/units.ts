import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { START_ENVIRONMENT, START_FLAGS } from '../../test/support/start-flags.js';
import { findProgram } from '../program.js';
import { findDebian } from '../servers.js';

/** How systemd runs a service on a machine whose files are below `root`. */
export interface Unit {
  readonly program: string;
  readonly given: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Whether it refuses to run as root. */
  readonly isUnprivileged: boolean;
  readonly stopSignal: NodeJS.Signals;
  /** Signal of `systemctl reload`; undefined if it cannot. */
  readonly reloadSignal?: NodeJS.Signals;
  /** What `systemctl start` awaits. */
  readonly isReady?: () => Promise<boolean>;
  /** Folder of a PostgreSQL cluster that the service runs in a session of its own. */
  readonly cluster?: string;
}

export const LECTERN = fileURLToPath(new URL('../../bin/lectern.js', import.meta.url));
const MAIN = fileURLToPath(new URL('../../bin/main.js', import.meta.url));

/** The load exceeds the limits of real users; one process per service suffices. */
const OF_THE_TEST = {
  ...{ TALK_COMMENT_LIMIT: 'off', LIMIT_WRITES_USER: 'off', LIMIT_EVENT_COMMENTS_USER: 'off' },
  ...{ WORKERS: '1', LOG_LEVEL: 'warn' },
};

/** The services of docs/scale.md by name, as Debian's packages or the page configure them. */
export const units: Readonly<Record<string, (root: string) => Unit>> = {
  lectern: (root) => ({
    ...{ program: process.execPath, given: [...START_FLAGS, MAIN], isUnprivileged: false, stopSignal: 'SIGTERM' },
    environment: { ...START_ENVIRONMENT, ...OF_THE_TEST, ...readEnvironment(join(root, 'etc/lectern.env')) },
  }),
  postgresql: (root) => ({
    program: join(findDebian()!.folder, 'postgres'),
    given: [`--config-file=${join(root, 'etc/postgresql/15/main/postgresql.conf')}`],
    ...{ environment: {}, isUnprivileged: true, stopSignal: 'SIGINT' },
    isReady: () => isServing(join(root, 'var/run/postgresql')),
  }),
  etcd: (root) => ({
    ...{ program: findProgram('etcd')!, given: ['--log-level=error', '--logger=zap'] },
    environment: readEnvironment(join(root, 'etc/default/etcd')),
    ...{ isUnprivileged: true, stopSignal: 'SIGTERM' },
  }),
  patroni: (root) => ({
    ...{ program: findProgram('patroni')!, given: [join(root, 'etc/patroni/config.yml')], environment: {} },
    ...{ isUnprivileged: true, stopSignal: 'SIGTERM', cluster: join(root, 'var/lib/postgresql/15/lectern') },
  }),
  haproxy: (root) => ({
    ...{ program: findProgram('haproxy')!, given: ['-W', '-f', join(root, 'etc/haproxy/haproxy.cfg')] },
    ...{ environment: {}, isUnprivileged: false, stopSignal: 'SIGTERM', reloadSignal: 'SIGUSR2' },
  }),
};

async function isServing(host: string): Promise<boolean> {
  const client = new pg.Client({ host, user: 'postgres', database: 'postgres' });
  try {
    await client.connect();
    return true;
  } catch {
    // It has not started yet; the caller gives up after a while.
    return false;
  } finally {
    await client.end();
  }
}

/** Variables of a file for systemd; the last of several assignments applies. */
export function readEnvironment(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').matchAll(/^(\w+)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
}
