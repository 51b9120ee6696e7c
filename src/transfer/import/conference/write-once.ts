import type { ClientBase } from 'pg';
import { tryDiscard } from '../../../core/event/event-images.js';
import { OperatorError } from '../../../config/operator-error.js';
import { isUniqueViolation } from '../../../database/sql-state.js';
import type { Picture } from './picture.js';
import { writeConference, type Written } from './write-conference.js';
import type { EventImport } from './write-event.js';

/** Unique indexes on which concurrent imports or submissions may collide. */
const NAMES = ['events_public_slug_key', 'events_stub_key', 'talks_stub_key', 'event_imports_source_key'];
const ATTEMPTS = 5;

/** @throws OperatorError when the event was imported before */
export async function requireNotImported(client: ClientBase, source: string): Promise<void> {
  const { rows } = await client.query<{ id: string; day: string }>(
    `select e.id, to_char(i.imported_at at time zone 'UTC', 'YYYY-MM-DD') as day
      from event_imports i join events e on e.id = i.event_id where i.source = $1`,
    [source],
  );
  const [known] = rows;
  if (known) {
    throw new OperatorError(
      `${source} was already imported as event ${known.id} on ${known.day}: edit that event instead.`,
    );
  }
}

/**
 * Writes the import atomically; retries when a concurrent transaction has taken one of its names.
 *
 * @param dryRun rolls back
 * @throws OperatorError as `refuseKnown`, and when the picture cannot be stored
 */
export async function writeOnce(
  client: ClientBase,
  eventImport: Omit<EventImport, 'stored'>,
  dryRun: boolean,
): Promise<Written> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await requireNotImported(client, eventImport.conference.event.uri);
      return await attemptToWrite(client, eventImport, dryRun);
    } catch (error) {
      if (attempt === ATTEMPTS || !NAMES.some((index) => isUniqueViolation(error, index))) throw error;
    }
  }
}

async function attemptToWrite(
  client: ClientBase,
  eventImport: Omit<EventImport, 'stored'>,
  dryRun: boolean,
): Promise<Written> {
  let images: Picture = [];
  let isCommitted = false;
  await client.query('begin');
  try {
    const written = await writeConference(client, { ...eventImport, stored: (stored) => (images = stored) });
    if (!dryRun) await client.query('commit');
    isCommitted = !dryRun;
    return written;
  } finally {
    if (!isCommitted) {
      await client.query('rollback');
      await tryDiscard(eventImport.files, images);
    }
  }
}
