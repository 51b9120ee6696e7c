import { join } from 'node:path';
import { Postgres, type PostgresPrograms } from './postgres.js';
import { signalTo } from './processes.js';
import type { Site } from './site.js';
import { until } from './waiting.js';

/** Starts a pair: the second one is a synchronous standby of the first. */
export async function startPair(site: Site, programs: PostgresPrograms): Promise<[Postgres, Postgres]> {
  const folder = await site.folder();
  const primary = await Postgres.create(programs, join(folder, 'one'));
  site.teardown.add(() => primary.remove());
  // What a former primary has written since the two parted is compared, so it has to be there.
  await primary.ask("alter system set wal_keep_size = '512MB'");
  await primary.ask('select pg_reload_conf()');
  const standby = await Postgres.standbyOf(primary, join(folder, 'other'));
  site.teardown.add(() => standby.remove());
  await synchronize(primary);
  return [primary, standby];
}

/** From now on the primary acknowledges no commit before its standby has it on the disk. */
export async function synchronize(primary: Postgres): Promise<void> {
  await primary.ask("alter system set synchronous_standby_names = '*'");
  await primary.ask('select pg_reload_conf()');
  await until('The standby is synchronous', async () => {
    const rows = await primary.ask("select from pg_stat_replication where sync_state = 'sync'");
    return rows.length === 1;
  });
}

/** From now on nothing that the primary writes reaches its standby. */
export async function deafen(primary: Postgres): Promise<void> {
  const senders = await primary.ask('select pid from pg_stat_replication');
  for (const { pid } of senders as { pid: number }[]) signalTo(pid, 'SIGSTOP');
}

/** Has the standby take over, as an operator does whose primary has died, or a program that watches both. */
export const promote = (standby: Postgres): Promise<void> => standby.run('pg_ctl', '--pgdata', 'promote');

/**
 * Has a primary that was killed follow the one that has taken over: what only it has written is taken back.
 * Before a checkpoint the new one would still pass for a standby on the old timeline.
 */
export async function follow(former: Postgres, primary: Postgres): Promise<void> {
  await primary.ask('checkpoint');
  const source = `--source-server=${primary.url('postgres')}`;
  await former.run('pg_rewind', '--target-pgdata', source, '--write-recovery-conf', '--no-sync');
  await former.start();
}
