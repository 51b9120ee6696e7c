import { join } from 'node:path';
import { Postgres, type PostgresPrograms } from './postgres.js';
import { signalTo } from './processes.js';
import type { Site } from './site.js';
import { until } from './waiting.js';

/** Starts a primary and an asynchronous standby. */
export async function startPair(site: Site, programs: PostgresPrograms): Promise<[Postgres, Postgres]> {
  const folder = await site.folder();
  const primary = await Postgres.create(programs, join(folder, 'one'));
  site.cleanup.add(() => primary.remove());
  // `pg_rewind` needs the WAL of a former primary since the timelines diverged.
  await primary.ask("alter system set wal_keep_size = '512MB'");
  // A standby whose primary died may be asleep until its next attempt to connect, by default for 5 s, and is then
  // promoted as late.
  await primary.ask("alter system set wal_retrieve_retry_interval = '100ms'");
  await primary.ask('select pg_reload_conf()');
  const standby = await Postgres.standbyOf(primary, join(folder, 'other'));
  site.cleanup.add(() => standby.remove());
  return [primary, standby];
}

/** Makes replication synchronous: a commit is acknowledged once the standby has flushed it. */
export async function synchronize(primary: Postgres): Promise<void> {
  await primary.ask("alter system set synchronous_standby_names = '*'");
  await primary.ask('select pg_reload_conf()');
  await until('The standby is synchronous', async () => {
    const rows = await primary.ask("select from pg_stat_replication where sync_state = 'sync'");
    return rows.length === 1;
  });
}

/** Suspends replication from the primary to its standby. */
export async function deafen(primary: Postgres): Promise<void> {
  const senders = await primary.ask('select pid from pg_stat_replication');
  for (const { pid } of senders as { pid: number }[]) signalTo(pid, 'SIGSTOP');
}

/** Promotes the standby, like an operator or a failover manager after the primary has died. */
export const promote = (standby: Postgres): Promise<void> => standby.run('pg_ctl', '--pgdata', 'promote');

/**
 * Makes a killed primary follow the new one and discards its divergent writes (`pg_rewind`). The checkpoint is
 * required, because before it the control file of the new primary still has the old timeline.
 */
export async function follow(former: Postgres, primary: Postgres): Promise<void> {
  await primary.ask('checkpoint');
  const source = `--source-server=${primary.url('postgres')}`;
  await former.run('pg_rewind', '--target-pgdata', source, '--write-recovery-conf', '--no-sync');
  await former.start();
}
