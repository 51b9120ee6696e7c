import { randomUUID } from 'node:crypto';
import type { Client, Context, ResourceReference } from '../core/context.js';
import { PageUrls } from '../core/common/page-urls.js';
import { hashToken, isMarked } from '../core/common/bearer-token.js';
import { recordingLimits } from '../adapters/limits/recording-limits.js';
import type { RateLimits, Services } from '../core/ports.js';
import type { Run } from '../database/sql/statement.js';
import { Reads } from '../core/reads/reads.js';
import { Transactions, type TransactionSource } from '../core/transaction/transactions.js';
import { type TokenUserRow, userByCalendarSecret, userByTokenHash, type UserRow } from '../core/reads/users.js';
import { currentRequest } from '../telemetry/request/request-record.js';
import { visibilityOf, type Viewer } from '../core/rules.js';
import type { Clock } from '../core/date/clock.js';
import type { GoodTokens, TokenUse } from './tokens.js';
import { domainError } from '../core/errors.js';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../config/config.js';
import { clientOf, originOf } from './client-address.js';
import { createNetworkCheck } from '../config/addresses.js';
import { recordViewer } from '../telemetry/request/track-requests.js';

/** Dependencies shared by all requests. */
export interface ContextSources {
  /** Runs statements on the primary. */
  readonly run: Run;
  /** Runs reads of requests that write nothing, possibly on a replica. Undefined: `run`. */
  readonly read?: Run;
  readonly transactions: TransactionSource;
  readonly clock: Clock;
  readonly services: Services;
  readonly limits: RateLimits;
  readonly tokenUse: TokenUse;
  readonly goodTokens: GoodTokens;
  /** Base URL of the pages for people; undefined: the origin of the request. */
  readonly websiteUrl: string | undefined;
  /** URL template of feedback pages; undefined: the pages of the service. */
  readonly feedbackUrl: string | undefined;
  /** URL of the folder of images; undefined: `/images` of the origin. */
  readonly imageBaseUrl?: string | undefined;
  readonly resourceOf: (uri: string) => ResourceReference | null;
}

/** Input from one request. */
export interface ContextRequest {
  readonly token: string | null;
  /** The secret of a personal calendar, which authenticates in place of a token. */
  readonly calendarSecret?: string | undefined;
  readonly client: Client;
  /** Scheme, host and port under which the client reached the service. */
  readonly origin: string;
  readonly maxPageSize: number;
  /** Whether the request is known to write nothing. */
  readonly isReadOnly?: boolean;
}

/** Creates the context of one request. Looks up the token once. */
export async function createContext(sources: ContextSources, request: ContextRequest): Promise<Context> {
  const now = sources.clock.now();
  const user = await userOf(sources, request, now);
  const tokenId = user?.tokenId ?? null;
  if (tokenId !== null) sources.tokenUse.seen(tokenId, now);
  const context = contextOf(sources, { ...request, now }, user ? viewerOf(user) : null, tokenId);
  if (user) context.reads.prime('user', user.id, user);
  return context;
}

/** The context of a viewer who is authenticated already. */
export function contextOf(
  {
    run,
    read = run,
    transactions,
    services,
    limits,
    websiteUrl,
    feedbackUrl,
    imageBaseUrl,
    resourceOf,
  }: ContextSources,
  { now, client, origin, maxPageSize, isReadOnly }: Omit<ContextRequest, 'token'> & { readonly now: number },
  viewer: Viewer | null,
  tokenId: string | null,
): Context {
  const images = imageBaseUrl ?? `${origin}/images`;
  const imageUrl = (location: string) => (/^https?:/.test(location) ? location : `${images}/${location}`);
  const reads = new Reads({ run: isReadOnly ? read : run, now, viewer, visibility: visibilityOf(viewer), imageUrl });
  return {
    viewer,
    tokenId,
    client,
    reads,
    primary: run,
    transactions: new Transactions(transactions, reads),
    now,
    services,
    ...recordingLimits(limits),
    pages: new PageUrls(websiteUrl, origin),
    origin,
    feedbackUrl: feedbackUrl ?? `${origin}/feedback/{stub}`,
    // Contexts of tests and benchmarks belong to no HTTP request.
    requestId: currentRequest()?.id ?? randomUUID(),
    maxPageSize,
    resourceOf,
  };
}

/** The account that a request authenticates; its row has a token only if that did. */
type AuthenticatedUser = UserRow & Partial<TokenUserRow>;

/** Finds the account of a secret by its hash. */
type FindUser = (run: Run, hash: string) => Promise<AuthenticatedUser | null>;

async function userOf(
  sources: ContextSources,
  request: ContextRequest,
  now: number,
): Promise<AuthenticatedUser | null> {
  const { token, calendarSecret } = request;
  if (calendarSecret !== undefined) return knownUser(sources, request, calendarSecret, ownerOfCalendar);
  if (token === null) return null;
  return knownUser(sources, request, token, (run, hash) => userOfToken(run, hash, now));
}

/**
 * Looks up the account of a token or of another secret. Beyond a limit of unknown tokens per address, it skips the lookup and treats the
 * token as unknown (decisions no. 8), except for tokens that it has issued or that were valid recently. Guessing thus
 * costs no database query and does not lock out other clients of that address. The lookup still detects a revoked token.
 */
async function knownUser(
  { run, read = run, limits, goodTokens, services }: ContextSources,
  { client: { address }, isReadOnly }: ContextRequest,
  token: string,
  find: FindUser,
): Promise<AuthenticatedUser | null> {
  const tokenHash = hashToken(token);
  const isIssued = goodTokens.has(tokenHash) || isMarked(token, services.secretKey);
  if (!isIssued && (await limits.isExhausted('unknown_token_address', address))) return null;
  const user = await find(isReadOnly ? read : run, tokenHash);
  if (user) goodTokens.add(tokenHash);
  else await limits.count('unknown_token_address', address);
  return user;
}

/**
 * Extracts the token of an `Authorization` header, scheme `Bearer` or `OAuth`; null without a header.
 *
 * @throws DomainError INVALID if the header is malformed
 */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined) return null;
  const token = /^(?:bearer|oauth) +([^ ]+)$/i.exec(header.trim())?.[1];
  if (token === undefined) throw domainError('INVALID', 'AUTHORIZATION_UNREADABLE');
  return token;
}

/** The active account that owns the token; null if the token is unknown or expired. `now` in seconds since 1970. */
export async function userOfToken(run: Run, tokenHash: string, now: number): Promise<TokenUserRow | null> {
  const [user] = await run(userByTokenHash, { tokenHash, now });
  return user ?? null;
}

const ownerOfCalendar: FindUser = async (run, secretHash) => {
  const [user] = await run(userByCalendarSecret, { secretHash });
  return user ?? null;
};

/** Maps the account to the viewer that the permission rules evaluate. */
export function viewerOf({ id, administers, isTrusted, ...row }: AuthenticatedUser): Viewer {
  const { applicationId = null, applicationName = null, isFirstParty, scopes = null } = row;
  const application =
    applicationId === null ? null : { id: applicationId, name: applicationName, isFirstParty: isFirstParty === true };
  return { id, isAdmin: administers, isTrusted, application, scopes };
}

/** Derives the origin and the context of a request. */
export interface Requests {
  /** Scheme, host and port under which the client reached the service; null for an unknown `Host`. */
  readonly originOf: (request: Pick<IncomingMessage, 'headers'>) => string | null;
  readonly contextOf: (request: IncomingMessage, requested: Omit<ContextRequest, 'client'>) => Promise<Context>;
  /** The IP address of the client. */
  readonly addressOf: (request: IncomingMessage) => string;
}

export function createRequests(config: Config, sources: ContextSources): Requests {
  const originOfRequest = ({ headers }: Pick<IncomingMessage, 'headers'>) => originOf(headers.host, config);
  const speaksForVisitors = createNetworkCheck(config.forwardedFrom);
  const { trustedProxies, proxyHeader } = config;
  const clientOfRequest = ({ headers, socket }: IncomingMessage) =>
    clientOf(headers, socket.remoteAddress, trustedProxies, proxyHeader, speaksForVisitors);
  return {
    originOf: originOfRequest,
    async contextOf(request, requested) {
      const client = clientOfRequest(request);
      return recordViewer(await createContext(sources, { ...requested, client }));
    },
    addressOf: (request) => clientOfRequest(request).address,
  };
}
