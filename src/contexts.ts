import { randomUUID } from 'node:crypto';
import { userOfToken } from './auth.js';
import type { Context, ResourceReference } from './context.js';
import type { Run } from './reads/statement.js';
import { Reads } from './reads/reads.js';
import { sightOf, type Viewer } from './rules.js';
import type { Clock } from './time/clock.js';

/** What all requests share. */
export interface ContextSources {
  readonly run: Run;
  readonly clock: Clock;
  readonly resourceOf: (uri: string) => ResourceReference | null;
}

/** What one request brings. */
export interface ContextRequest {
  readonly token: string | null;
  /** Scheme, host and port under which the client reached the service. */
  readonly origin: string;
  readonly maxPageSize: number;
}

/** The context of one request. The token is looked up here, once. */
export async function createContext(
  { run, clock, resourceOf }: ContextSources,
  { token, origin, maxPageSize }: ContextRequest,
): Promise<Context> {
  const now = clock.now();
  const user = token === null ? null : await userOfToken(run, token, now);
  const viewer: Viewer | null = user && { id: user.id, isAdmin: user.administers };
  const imageUrl = (location: string) => (/^https?:/.test(location) ? location : `${origin}/images/${location}`);
  const reads = new Reads({ run, now, viewer, sight: sightOf(viewer), imageUrl });
  if (user) reads.prime('user', user.id, user);
  return { viewer, reads, requestId: randomUUID(), maxPageSize, resourceOf };
}
