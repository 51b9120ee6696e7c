import type { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { userOfToken, viewerOf } from './auth.js';
import type { Client, Context, ResourceReference } from './context.js';
import type { Run } from './reads/statement.js';
import { Reads } from './reads/reads.js';
import { sightOf } from './rules.js';
import type { Services } from './services.js';
import type { Clock } from './time/clock.js';

/** What all requests share. */
export interface ContextSources {
  readonly run: Run;
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly services: Services;
  readonly resourceOf: (uri: string) => ResourceReference | null;
}

/** What one request brings. */
export interface ContextRequest {
  readonly token: string | null;
  readonly client: Client;
  /** Scheme, host and port under which the client reached the service. */
  readonly origin: string;
  readonly maxPageSize: number;
}

/** The context of one request. The token is looked up here, once. */
export async function createContext(
  { run, em, clock, services, resourceOf }: ContextSources,
  { token, client, origin, maxPageSize }: ContextRequest,
): Promise<Context> {
  const now = clock.now();
  const user = token === null ? null : await userOfToken(run, token, now);
  const viewer = user && viewerOf(user);
  const imageUrl = (location: string) => (/^https?:/.test(location) ? location : `${origin}/images/${location}`);
  const reads = new Reads({ run, now, viewer, sight: sightOf(viewer), imageUrl });
  if (user) reads.prime('user', user.id, user);
  return { viewer, client, reads, em, now, services, requestId: randomUUID(), maxPageSize, resourceOf };
}
