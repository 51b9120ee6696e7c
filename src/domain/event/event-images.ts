import type { Context } from '../../context.js';
import { Event, type StoredImage } from '../../entities/event.entity.js';
import { DomainError } from '../../errors.js';
import { mayClearEventImages, maySetEventImage, permit, requireViewer } from '../../rules.js';
import { lockEvent } from '../locks.js';
import { inTransaction } from '../transaction.js';
import { standingAt, visibleEvent } from '../visible.js';

type ImageFiles = Context['services']['images'];
/** A file on its way in: nothing of it is read before its sender is known to be allowed to send it. */
export type Upload = Parameters<ImageFiles['store']>[1];

/**
 * Gives an event another image (spec §8, contract §3.2 and §4.6). Its files come before the record that names them, and
 * those of the image before go after it, so that every record names files that are there.
 *
 * @returns the id of the event
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN; INVALID, TOO_LARGE, UNAVAILABLE as the files' `store`
 */
export async function setEventImage(context: Context, eventId: string, upload: Upload): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleEvent(context, eventId);
  permit(maySetEventImage(viewer, await standingAt(context, id)), 'HOSTS_ONLY');
  const files = context.services.images;
  const images = await files.store(id, upload);
  let before: StoredImage[];
  try {
    before = await exchange(context, id, images);
  } catch (error) {
    await discardUnseen(files, images);
    throw error;
  }
  await discardUnseen(files, before);
  return id;
}

/** Takes the image of an event away. Returns its id; otherwise as `setEventImage`. */
export async function clearEventImages(context: Context, eventId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id } = await visibleEvent(context, eventId);
  permit(mayClearEventImages(viewer, await standingAt(context, id)), 'HOSTS_ONLY');
  await discardUnseen(context.services.images, await exchange(context, id, []));
  return id;
}

/** Records the new images, and answers those that the event had: of two uploads the later one finds the earlier. */
function exchange(context: Context, id: string, images: StoredImage[]): Promise<StoredImage[]> {
  const icon = images.find(({ kind }) => kind === 'SMALL')?.location ?? null;
  return inTransaction(context, async (em) => {
    await lockEvent(em, id);
    const before = await em.findOneOrFail(Event, id, { fields: ['images'] });
    await em.nativeUpdate(Event, { id }, { images, icon });
    return before.images;
  });
}

/** What cannot be deleted now is no failure of the request: the store has told the log, and the sweep deletes it later. */
export async function discardUnseen(files: ImageFiles, images: readonly StoredImage[]): Promise<void> {
  await files.discard(images).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  });
}
