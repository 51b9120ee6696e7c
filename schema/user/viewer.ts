import type { Context } from '../../src/context.js';

/** The record of who is asking, as it is now; null when nobody is logged in. */
export async function viewerOf({ viewer, reads }: Pick<Context, 'viewer' | 'reads'>) {
  return viewer && (await reads.load('user', viewer.id));
}
