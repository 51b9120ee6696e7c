import { sql } from 'kysely';
import type { StoredImage } from '../../database/entities/event.entity.js';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';
import { recordDeletedEvent } from '../changes/record-change.js';
import { hostAddresses } from '../common/recipients.js';
import { Validation } from '../common/validation.js';
import { visibleEvent } from '../common/visible-records.js';
import type { Context } from '../context.js';
import { domainError } from '../errors.js';
import { contentsOfEvent, type EventContents } from '../reads/event-contents.js';
import { mayDeleteEvent, permit, requireViewer } from '../rules.js';
import { statementsOf } from '../transaction/transactions.js';
import { tryDiscard } from './event-images.js';

/** Which event is deleted, and what its deleter knows of it: so that none is deleted by mistake. */
export interface EventDeletion {
  readonly eventId: string;
  /** The exact name of the event. */
  readonly confirmName: string;
  /** The number of comments that are lost, as in `EventContents`. */
  readonly confirmComments: number;
}

/**
 * Deletes an event with everything that belongs to it, for ever, and notifies its hosts. Its feedback is lost: export it
 * first. A comment that arrives after the counting makes the deletion fail.
 *
 * @returns what was deleted
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN; INVALID unless name and number are those of the event
 */
export async function deleteEvent(context: Context, deletion: EventDeletion): Promise<EventContents> {
  const viewer = requireViewer(context.viewer);
  const { id, name } = await visibleEvent(context, deletion.eventId);
  permit(mayDeleteEvent(viewer), 'ADMINS_ONLY');
  const validation = new Validation();
  if (deletion.confirmName !== name) validation.add('EVENT_NAME_DIFFERS', 'confirmName');
  validation.throwIfInvalid();
  const { contents, images } = await context.transactions.withEntities(async (em) => {
    const { run } = statementsOf(em);
    const [event] = await run(lockedEvent, { id });
    if (!event) throw domainError('NOT_FOUND', 'EVENT_UNKNOWN');
    const [contents] = await run(contentsOfEvent, { id });
    if (!contents) throw new Error('SELECT returned no row');
    if (contents.comments !== deletion.confirmComments) {
      throw domainError('INVALID', 'COMMENT_COUNT_DIFFERS', 'confirmComments', contents.comments);
    }
    const data = { eventName: name, talks: contents.talks, comments: contents.comments };
    const to = await hostAddresses(em, id);
    await context.services.mail.queue(em, [{ kind: 'event_deleted', origin: context.origin, to, data }]);
    await recordDeletedEvent(run, id);
    await deleteRows(run, id);
    return { contents, images: event.images };
  });
  await tryDiscard(context.services.images, images);
  return contents;
}

/** Conflicts with the lock of a new comment, which references the event. */
const lockedEvent = statement(
  'lock event to delete',
  ($: Parameters<{ id: string }>) => sql<{ images: StoredImage[] }>`
    select images from events where id = ${$.id}::bigint for update`,
);

const BATCH_SIZE = 2_000;

/** Tables with many rows of one event. The others, and the event itself, follow by their foreign keys. */
const largeTables = ['event_log', 'talk_comments', 'event_comments', 'talk_stars', 'event_attendees', 'talks'] as const;

/** Batches, because a statement may take ten seconds at most. */
const batches = largeTables.map((table) =>
  statement(
    `delete ${table} of event`,
    ($: Parameters<{ id: string }>) => sql<{ count: number }>`
      with gone as (
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where event_id = ${$.id}::bigint limit ${sql.lit(BATCH_SIZE)}))
        returning 1
      ) select count(*)::int as count from gone`,
  ),
);

const deleteRow = statement(
  'delete event',
  ($: Parameters<{ id: string }>) => sql<object>`delete from events where id = ${$.id}::bigint`,
);

async function deleteRows(run: Run, id: string): Promise<void> {
  for (const batch of batches) {
    for (let count = BATCH_SIZE; count === BATCH_SIZE;) count = (await run(batch, { id }))[0]?.count ?? 0;
  }
  await run(deleteRow, { id });
}
