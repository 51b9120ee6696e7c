import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { urlOf } from '../support/cluster.js';
import { freshDatabase } from '../support/database.js';
import { runCommand, spawnCommand, type Ended, type LecternProcess } from '../support/process.js';

/** An empty Lectern. */
export interface EmptyLectern {
  readonly pool: pg.Pool;
  /** Environment of its processes. */
  readonly environment: Record<string, string>;
  readonly folder: string;
  remove(): Promise<void>;
}

export interface Reason {
  readonly kind: 'repaired' | 'skipped' | 'noted';
  readonly reason: string;
  readonly count: number;
  readonly examples: readonly (string | number)[];
}

export interface TableReport {
  readonly table: string;
  readonly read: number;
  readonly imported: number;
  readonly repaired: number;
  readonly skipped: number;
  readonly reasons: readonly Reason[];
}

export interface Imported extends Ended {
  readonly tables: readonly TableReport[];
  readonly seconds: number;
}

export async function emptyLectern(): Promise<EmptyLectern> {
  const { address, pool, drop } = await freshDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'lectern-legacy-'));
  return {
    pool,
    folder,
    environment: { DATABASE_URL: urlOf(address), DATA_DIR: folder, SECRET_KEY: 'a secret key of the legacy tests' },
    async remove() {
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const words = (from: string, more: readonly string[]): string[] => ['import', 'legacy', '--from', from, ...more];

/** Starts `lectern import legacy`, with options of Node if any. */
export const beginImport = (from: string, { environment }: EmptyLectern, ...nodeOptions: string[]): LecternProcess =>
  spawnCommand(words(from, []), environment, ...nodeOptions);

/** Runs `lectern import legacy` to completion, with any exit code. */
export const tryImport = (from: string, { environment }: EmptyLectern, ...more: string[]): Promise<Ended> =>
  runCommand(words(from, more), environment);

/** Runs `lectern import legacy` successfully, and reads its report. */
export async function importLegacy(from: string, lectern: EmptyLectern, ...more: string[]): Promise<Imported> {
  const file = join(lectern.folder, 'report.json');
  const begin = performance.now();
  const ended = await tryImport(from, lectern, '--report', file, ...more);
  const seconds = (performance.now() - begin) / 1000;
  if (ended.code !== 0) throw new Error(`The import ended with ${ended.code}: ${ended.errors}${ended.output}`);
  const { tables } = JSON.parse(await readFile(file, 'utf8')) as { tables: TableReport[] };
  return { ...ended, tables, seconds };
}
