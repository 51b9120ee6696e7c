import type { Context } from '../../src/core/context.js';

/** Loads the current record of the viewer; null for anonymous callers. */
export async function viewerOf({ viewer, reads }: Pick<Context, 'viewer' | 'reads'>) {
  return viewer && (await reads.load('user', viewer.id));
}
