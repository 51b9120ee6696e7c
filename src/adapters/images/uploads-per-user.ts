import { DomainError } from '../../core/errors.js';
import { MAX_UPLOADS_PER_USER } from './limits.js';

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
export async function withinUserLimit<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const uploads = uploadsByUser.get(userId) ?? { active: 0, queue: new Set() };
  uploadsByUser.set(userId, uploads);
  if (uploads.active < MAX_UPLOADS_PER_USER) uploads.active += 1;
  else await nextPlace(uploads);
  try {
    return await work();
  } finally {
    release(userId, uploads);
  }
}

/** Resolves when a finished upload releases its slot. */
function nextPlace({ queue }: Uploads): Promise<void> {
  return new Promise((resolve, reject) => {
    const limited = () =>
      reject(new DomainError('RATE_LIMITED', [{ reason: 'RATE_LIMITED' }], { retryAfter: RETRY_AFTER_SECONDS }));
    if (queue.size >= MAX_QUEUED) return limited();
    const timer = setTimeout(() => {
      queue.delete(begin);
      limited();
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
