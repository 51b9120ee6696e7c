import { domainError } from '../core/errors.js';
import type { Run } from '../database/sql/statement.js';
import { userByTokenHash, type TokenUserRow } from '../core/reads/users.js';
import type { Viewer } from '../core/rules.js';

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

/** Maps the account to the viewer that the permission rules evaluate. */
export function viewerOf({ id, administers, isTrusted, ...row }: TokenUserRow): Viewer {
  const { applicationId, applicationName, isFirstParty } = row;
  const application =
    applicationId === null ? null : { id: applicationId, name: applicationName, isFirstParty: isFirstParty === true };
  return { id, isAdmin: administers, isTrusted, application };
}
