import type { ImageStore } from './image-store.js';

const BATCH_SIZE = 500;

/**
 * Deletes files that crashes left behind: finished or not, and referenced by no record. Skips recent files, because an
 * upload stores its files before the record that references them.
 *
 * @param isReferenced returns which of the names (500 at most) a record references
 * @param olderThanMs for example an hour: uploads take far less time
 * @param now by the clock of the store: that of this machine for local files
 * @returns the names of the deleted files
 * @throws DomainError UNAVAILABLE: STORAGE_UNAVAILABLE
 */
export async function sweepImages(
  store: ImageStore,
  isReferenced: (names: readonly string[]) => Promise<ReadonlySet<string>>,
  olderThanMs: number,
  now = new Date(),
): Promise<string[]> {
  const old: string[] = [];
  for await (const { name, writtenAt } of store.list()) {
    if (now.getTime() - writtenAt.getTime() > olderThanMs) old.push(name);
  }
  const deleted: string[] = [];
  for (let start = 0; start < old.length; start += BATCH_SIZE) {
    const batch = old.slice(start, start + BATCH_SIZE);
    const referenced = await isReferenced(batch);
    const leftovers = batch.filter((name) => !referenced.has(name));
    await store.remove(leftovers);
    deleted.push(...leftovers);
  }
  return deleted;
}
