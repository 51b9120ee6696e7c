import type { ImageStore } from './image-store.js';

const BATCH = 500;

/**
 * Deletes what crashes left: files, finished or not, that no record names. Only old ones, because an upload stores its
 * files before the record that names them.
 *
 * @param isReferenced which of the names (500 at most) a record still has
 * @param olderThanMs an hour, say: no upload takes nearly as long
 * @param now by the clock of the store: that of this machine, where the files lie on it
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
  for (let start = 0; start < old.length; start += BATCH) {
    const batch = old.slice(start, start + BATCH);
    const referenced = await isReferenced(batch);
    const leftovers = batch.filter((name) => !referenced.has(name));
    await store.remove(leftovers);
    deleted.push(...leftovers);
  }
  return deleted;
}
