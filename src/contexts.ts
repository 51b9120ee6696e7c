import type { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { userOfToken, viewerOf } from './auth.js';
import type { Client, Context, ResourceReference } from './context.js';
import { hashToken } from './domain/token/bearer-token.js';
import { recordingLimits } from './limits/recording.js';
import type { RateLimits } from './limits/rate-limits.js';
import type { Run } from './reads/statement.js';
import { Reads } from './reads/reads.js';
import type { Transact } from './reads/transaction.js';
import type { TokenUserRow } from './reads/users.js';
import { currentRequest } from './request/record.js';
import { sightOf } from './rules.js';
import type { Services } from './services.js';
import type { Clock } from './time/clock.js';
import type { GoodTokens } from './tokens/good-tokens.js';
import type { TokenUse } from './tokens/token-use.js';

/** What all requests share. */
export interface ContextSources {
  readonly run: Run;
  readonly em: EntityManager;
  readonly transact: Transact;
  readonly clock: Clock;
  readonly services: Services;
  readonly limits: RateLimits;
  readonly tokenUse: TokenUse;
  readonly goodTokens: GoodTokens;
  /** Base of the pages for people; undefined: the address by which the request came. */
  readonly websiteUrl: string | undefined;
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
export async function createContext(sources: ContextSources, request: ContextRequest): Promise<Context> {
  const { run, em, transact, clock, services, limits, tokenUse, resourceOf } = sources;
  const { token, client, origin, maxPageSize } = request;
  const now = clock.now();
  const user = token === null ? null : await knownUser(sources, token, client, now);
  if (user) tokenUse.seen(user.tokenId, now);
  const viewer = user && viewerOf(user);
  const imageUrl = (location: string) => (/^https?:/.test(location) ? location : `${origin}/images/${location}`);
  const reads = new Reads({ run, now, viewer, sight: sightOf(viewer), imageUrl });
  if (user) reads.prime('user', user.id, user);
  return {
    viewer,
    tokenId: user?.tokenId ?? null,
    client,
    reads,
    em,
    transact,
    now,
    services,
    ...recordingLimits(limits),
    website: sources.websiteUrl ?? origin,
    // Not every context is made for a request: tests and measurements have none.
    requestId: currentRequest()?.id ?? randomUUID(),
    maxPageSize,
    resourceOf,
  };
}

/**
 * Whoever presents the token. Past a limit of unknown ones from an address, all are unknown without a look-up
 * (decisions.md no. 8), but for those that were good lately: guessing costs the database nothing, and shuts out nobody else
 * who comes from there. One that is revoked meanwhile is found to be so.
 */
async function knownUser(
  { run, limits, goodTokens }: ContextSources,
  token: string,
  { address }: Client,
  now: number,
): Promise<TokenUserRow | null> {
  const tokenHash = hashToken(token);
  if (!goodTokens.has(tokenHash) && (await limits.isUsedUp('unknown_token_address', address))) return null;
  const user = await userOfToken(run, tokenHash, now);
  if (user) goodTokens.add(tokenHash);
  else await limits.count('unknown_token_address', address);
  return user;
}
