import type { EventImageFiles } from '../../core/ports.js';
import type { StoredImage } from '../../database/entities/event.entity.js';
import { DomainError } from '../../core/errors.js';
import { imageNames, isImageName, type ImageStore } from '../storage/image-store.js';
import { settleAll } from '../storage/settle-all.js';
import type { EncodedImage } from './event-image.js';
import { MAX_UPLOADS_PER_USER } from './limits.js';

export function createEventImageFiles(store: ImageStore): EventImageFiles {
  const discard = (images: readonly StoredImage[]): Promise<void> =>
    store.remove(images.map(({ location }) => location).filter(isImageName));

  return {
    discard,
    store: async (eventId, upload, userId) => {
      // sharp and libvips take 10 MB, which a process without uploads saves.
      const { receiveEventImage } = await import('./event-image.js');
      const take = () => receiveEventImage(upload);
      const { original, small } = await (userId === undefined ? take() : withinUserLimit(userId, take));
      const names = imageNames(eventId, original.extension);
      const images = [stored('ORIGINAL', names.original, original), stored('SMALL', names.small, small)];
      try {
        // Concurrent, because each may take seconds. Both have ended before a failure discards them.
        await settleAll([store.put(names.original, original.bytes), store.put(names.small, small.bytes)]);
      } catch (error) {
        await discard(images);
        throw error;
      }
      return images;
    },
  };
}

function stored(kind: StoredImage['kind'], location: string, { width, height }: EncodedImage): StoredImage {
  return { kind, location, width, height };
}

const MAX_QUEUED = 20;
const MAX_WAIT_MS = 5_000;
const RETRY_AFTER_SECONDS = 10;

interface Uploads {
  active: number;
  readonly queue: Set<() => void>;
}

const uploadsByUser = new Map<string, Uploads>();

/**
 * Runs an upload within the user's concurrency limit, so that one user's slow uploads leave capacity for others.
 * Uploads beyond the limit wait in a short queue; their bodies stay unread until they start.
 *
 * @throws DomainError RATE_LIMITED with `retryAfter`, and errors of the work
 */
async function withinUserLimit<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const uploads = uploadsByUser.get(userId) ?? { active: 0, queue: new Set() };
  uploadsByUser.set(userId, uploads);
  if (uploads.active < MAX_UPLOADS_PER_USER) uploads.active += 1;
  else await waitForSlot(uploads);
  try {
    return await work();
  } finally {
    release(userId, uploads);
  }
}

/** Resolves when a finished upload releases its slot. */
function waitForSlot({ queue }: Uploads): Promise<void> {
  return new Promise((resolve, reject) => {
    const rejectLimited = () =>
      reject(new DomainError('RATE_LIMITED', [{ reason: 'RATE_LIMITED' }], { retryAfter: RETRY_AFTER_SECONDS }));
    if (queue.size >= MAX_QUEUED) return rejectLimited();
    const timer = setTimeout(() => {
      queue.delete(begin);
      rejectLimited();
    }, MAX_WAIT_MS);
    function begin(): void {
      clearTimeout(timer);
      resolve();
    }
    queue.add(begin);
  });
}

function release(userId: string, uploads: Uploads): void {
  const [next] = uploads.queue;
  if (next) {
    uploads.queue.delete(next);
    return next();
  }
  uploads.active -= 1;
  if (uploads.active === 0) uploadsByUser.delete(userId);
}
