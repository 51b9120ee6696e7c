import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Postgres } from '../../../faults/postgres.js';
import { findDebian } from '../../../faults/servers.js';
import startRun from '../global-setup.js';
import { startS3rver } from '../object-store.js';
import { SCALE_VARIABLE, type Scale } from './setting.js';

declare global {
  var lecternScale: { readonly setting: Scale; stop(): Promise<void> } | undefined;
}

/**
 * Jest calls the default export: a primary with a streaming replica, on which every suite's database is replicated,
 * and an object store for the images of all services.
 *
 * @throws Error without Debian's PostgreSQL: npm's has no `pg_basebackup`
 */
export default async function globalSetup(): Promise<void> {
  // The servers are killed when this process exits.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const programs = findDebian();
  if (!programs) throw new Error('The scaled set-up requires the Debian package postgresql');
  const folder = await mkdtemp(join(tmpdir(), 'lectern-scale-'));
  // For root, PostgreSQL runs under another account, which needs access.
  await chmod(folder, 0o755);
  const notes = join(folder, 'notes');
  await mkdir(notes);
  const primary = await Postgres.create(programs, join(folder, 'primary'));
  await primary.ask('alter system set fsync = off');
  await primary.ask('select pg_reload_conf()');
  const standby = await Postgres.standbyOf(primary, join(folder, 'standby'));
  const store = await startS3rver();
  const setting = { replica: { url: standby.url('postgres') }, store: store.environment, notes };
  process.env['TEST_DATABASE_URL'] = primary.url('postgres');
  process.env[SCALE_VARIABLE] = JSON.stringify(setting);
  globalThis.lecternScale = {
    setting,
    async stop() {
      await store.remove();
      await standby.remove();
      await primary.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await startRun();
}
