import { fail } from './errors.js';
import type { Run } from './reads/statement.js';
import { userByTokenHash, type TokenUserRow } from './reads/users.js';
import type { Viewer } from './rules.js';

/**
 * The token of an `Authorization` header, scheme `Bearer` or `OAuth`; null when there is no header.
 *
 * @throws DomainError INVALID when the header is something else
 */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined) return null;
  const token = /^(?:bearer|oauth) +(\S+)$/i.exec(header.trim())?.[1];
  if (token === undefined) throw fail('INVALID', 'AUTHORIZATION_UNREADABLE');
  return token;
}

/** The active account that presents the token; null when the token is unknown or expired. `now` in seconds since 1970. */
export async function userOfToken(run: Run, tokenHash: string, now: number): Promise<TokenUserRow | null> {
  const [user] = await run(userByTokenHash, { tokenHash, now });
  return user ?? null;
}

/** The account as rules see it. */
export function viewerOf({ id, administers, isTrusted, ...row }: TokenUserRow): Viewer {
  const { applicationId, applicationName, isFirstParty } = row;
  const application =
    applicationId === null
      ? null
      : { id: applicationId, name: applicationName ?? '', isFirstParty: isFirstParty === true };
  return { id, isAdmin: administers, isTrusted, application };
}
