import type { Reply } from '../request.js';

/** A reply that holds a secret: no cache keeps it, not even the caller's own. */
export function unstored(reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, 'Cache-Control': 'no-store' } };
}
