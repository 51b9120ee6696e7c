import { sql } from 'kysely';
import type { Pool } from 'pg';
import { Event, type StoredImage } from '../../database/entities/event.entity.js';
import { statement, type Run } from '../../database/sql/statement.js';
import type { Context } from '../context.js';
import { DomainError } from '../errors.js';
import { mayClearEventImages, maySetEventImage, permit, requireViewer } from '../rules.js';
import { recordEventChanges } from '../changes/record-event-changes.js';
import { statementsOf } from '../transaction/transactions.js';
import { lockEvent } from '../common/locks.js';
import { membershipOf, visibleEvent } from '../common/visible-records.js';

type ImageFiles = Context['services']['images'];
/** An upload stream: not read before the caller's permission has been checked. */
export type Upload = Parameters<ImageFiles['store']>[1];

/**
 * Replaces the image of an event (spec §8, contract §3.2 and §4.6). Stores the new files before the record and deletes
 * the old ones after it, so that every record references existing files.
 *
 * @returns the ID of the event
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN; INVALID, TOO_LARGE, RATE_LIMITED, UNAVAILABLE as the
 *   files' `store`
 */
export async function setEventImage(context: Context, eventId: string, upload: Upload): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleEvent(context, eventId);
  permit(maySetEventImage(viewer, await membershipOf(context, id)), 'HOSTS_ONLY');
  const files = context.services.images;
  const images = await files.store(id, upload, viewer.id);
  let before: StoredImage[];
  try {
    before = await swapImages(context, id, images);
  } catch (error) {
    await tryDiscard(files, images);
    throw error;
  }
  await tryDiscard(files, before);
  return id;
}

/** Removes the image of an event. Returns the ID of the event; otherwise as `setEventImage`. */
export async function clearEventImages(context: Context, eventId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleEvent(context, eventId);
  permit(mayClearEventImages(viewer, await membershipOf(context, id)), 'HOSTS_ONLY');
  await tryDiscard(context.services.images, await swapImages(context, id, []));
  return id;
}

/**
 * Records the new images and returns the previous ones. The lock serializes uploads: the later one replaces the
 * earlier.
 */
function swapImages(context: Context, id: string, images: StoredImage[]): Promise<StoredImage[]> {
  const icon = images.find(({ kind }) => kind === 'SMALL')?.location ?? null;
  return context.transactions.withEntities(async (em) => {
    await lockEvent(em, id);
    const before = await em.findOneOrFail(Event, id, { fields: ['images'] });
    await recordEventChanges(statementsOf(em).run, id, () => em.nativeUpdate(Event, { id }, { images, icon }));
    return before.images;
  });
}

/**
 * Failing to delete files does not fail the request: the store has logged the error, and the sweep deletes them later.
 */
export async function tryDiscard(files: ImageFiles, images: readonly StoredImage[]): Promise<void> {
  await files.discard(images).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  });
}

const imagesInUse = statement<{ names: readonly string[] }, { location: string }>(
  'images in use',
  ($) => sql<{ location: string }>`
    select image ->> 'location' as location from events, jsonb_array_elements(images) as image
    where image ->> 'location' = any(${$.names}::text[])`,
);

/** Every image that an event references, by event. Includes images that are stored on another server. */
export async function storedImages(
  database: Pick<Pool, 'query'>,
): Promise<{ readonly eventId: string; readonly name: string }[]> {
  const { rows } = await database.query<{ eventId: string; name: string }>(
    `select e.id as "eventId", image ->> 'location' as name from events e, jsonb_array_elements(e.images) as image
      order by e.id, 2`,
  );
  return rows;
}

/** Returns which of these files an event references. */
export async function referencedImages(run: Run, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await run(imagesInUse, { names });
  return new Set(rows.map(({ location }) => location));
}
