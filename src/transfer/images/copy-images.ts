import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import type { ImageStore } from '../../adapters/storage/image-store.js';
import { DomainError } from '../../core/errors.js';

/** Each holds one image of at most 10 MB. */
const CONCURRENCY = 8;
/** An unavailable store fails for every image. */
const MAX_FAILURES = 10;

export interface CopyImages {
  /** Names of the images to copy. */
  readonly names: readonly string[];
  readonly from: Pick<ImageStore, 'list' | 'open'>;
  readonly to: Pick<ImageStore, 'list' | 'put'>;
  /** Called after each image. */
  readonly progress: (done: number, total: number, name: string) => void;
}

export interface CopiedImages {
  readonly copied: number;
  /** Images that were in the target before, with the size of the source. */
  readonly present: number;
  /** Names of images in neither store. */
  readonly missing: readonly string[];
  readonly failed: readonly { readonly name: string; readonly reason: string }[];
  /** Images left out after too many failures. */
  readonly notTried: number;
}

/**
 * Copies images from one store to another, and leaves the originals. Resumable: skips images that are in the target with
 * the same size.
 *
 * @throws DomainError UNAVAILABLE: STORAGE_UNAVAILABLE if a store cannot be listed
 */
export async function copyImages({ names, from, to, progress }: CopyImages): Promise<CopiedImages> {
  const [sources, targets] = [await sizesIn(from), await sizesIn(to)];
  const missing: string[] = [];
  const failed: { name: string; reason: string }[] = [];
  let [copied, present, notTried, done] = [0, 0, 0, 0];
  const copy = async (name: string) => {
    const [size, copiedSize] = [sources.get(name), targets.get(name)];
    if (copiedSize !== undefined && (size === undefined || size === copiedSize)) present += 1;
    else if (size === undefined) missing.push(name);
    else if (failed.length >= MAX_FAILURES) notTried += 1;
    else if (await copyImage(name, from, to)) copied += 1;
    else missing.push(name);
  };
  await pLimit(CONCURRENCY).map(names, async (name) => {
    try {
      await copy(name);
    } catch (error) {
      failed.push({ name, reason: reasonOf(error) });
    }
    progress((done += 1), names.length, name);
  });
  return { copied, present, missing, failed, notTried };
}

/** @returns false if the image was deleted in the meantime */
async function copyImage(name: string, from: CopyImages['from'], to: CopyImages['to']): Promise<boolean> {
  const file = await from.open(name);
  if (!file) return false;
  const bytes = await buffer(file.body);
  if (bytes.length !== file.size) throw new Error(`Read ${bytes.length} of ${file.size} bytes`);
  await to.put(name, bytes);
  return true;
}

/** Names and sizes in bytes of all images of a store. */
export async function sizesIn(store: Pick<ImageStore, 'list'>): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  for await (const { name, size } of store.list()) sizes.set(name, size);
  return sizes;
}

/** The cause of a store failure; other errors by their message. */
function reasonOf(error: unknown): string {
  const cause = error instanceof DomainError && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
