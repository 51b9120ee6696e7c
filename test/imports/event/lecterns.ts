import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { createEventImageFiles } from '../../../src/adapters/images/event-image-files.js';
import type { EventImageFiles } from '../../../src/core/ports.js';
import {
  importEvent,
  type EventImportRequest,
  type ImportedEvent,
} from '../../../src/transfer/import/conference/import-event.js';
import { createLocalImageStore } from '../../../src/adapters/storage/local-image-store.js';
import { createUser } from '../../support/factories.js';
import { startService, type TestService } from '../../support/service.js';

/** A service, and its data folder. */
export interface Lectern extends TestService {
  readonly pool: pg.Pool;
  readonly files: EventImageFiles;
  readonly images: string;
}

export async function startLectern(): Promise<Lectern> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'lectern-import-'));
  const service = await startService({ DATA_DIR });
  const images = join(DATA_DIR, 'images');
  return {
    ...service,
    pool: service.database.pool,
    images,
    files: createEventImageFiles(
      createLocalImageStore(images, (cause) => {
        throw cause;
      }),
    ),
    async stop() {
      await service.stop();
      await rm(DATA_DIR, { recursive: true, force: true });
    },
  };
}

/** A possible host. */
export const HOST = 'grace';

export const createHostAccount = ({ pool }: Lectern): Promise<string> => createUser(pool, { username: HOST });

type Wish = Partial<Omit<EventImportRequest, 'from' | 'host'>> & { readonly host?: string | null };

/** Imports the event at a URL like an operator, by default with `HOST` as its host. */
export function importFrom(
  { pool, files }: Lectern,
  from: string,
  { host = HOST, samePeople = false, verbatimTexts = false, dryRun = false }: Wish = {},
): Promise<ImportedEvent> {
  const request = { from: new URL(from), host: host ?? undefined, samePeople, verbatimTexts, dryRun };
  return importEvent(request, { pool, files, progress: () => undefined });
}

/** Number of rows of each table that an import fills. */
export async function rowCounts({ pool }: Lectern): Promise<Record<string, number>> {
  const tables = [
    ...['events', 'event_hosts', 'event_imports', 'tracks', 'talks', 'talk_tracks', 'talk_speakers', 'talk_links'],
    ...['event_comments', 'talk_comments'],
  ];
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`);
  const { rows } = await pool.query<Record<string, number>>(`select ${counts.join(', ')}`);
  return rows[0] ?? {};
}
