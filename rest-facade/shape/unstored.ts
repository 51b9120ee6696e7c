import type { Reply } from '../request.js';

/** Marks a reply that contains a secret as `no-store`, so that no cache stores it. */
export function unstored(reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, 'Cache-Control': 'no-store' } };
}
