import { Refusal } from '../refusal.js';

const SCHEMES = new Set(['bearer', 'oauth']);

/**
 * Parses the access token of an `Authorization` header (contract §2.1); null without a header.
 *
 * @throws Refusal 400 if the header is not a scheme and a token, or the scheme is neither Bearer nor OAuth
 */
export function readAuthorization(header: string | undefined): string | null {
  if (header === undefined) return null;
  const [scheme, token, ...rest] = header.trim().split(/ +/);
  if (!scheme || !token || rest.length > 0)
    throw new Refusal('AUTHORIZATION_UNREADABLE', 'Invalid Authorization Header');
  if (!SCHEMES.has(scheme.toLowerCase()))
    throw new Refusal('AUTHORIZATION_UNREADABLE', 'Unknown Authorization Header Received');
  return token;
}
