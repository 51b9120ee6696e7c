import { HttpError } from '../http-error.js';

const SCHEMES = new Set(['bearer', 'oauth']);

/**
 * Parses the access token of an `Authorization` header (contract §2.1); null without a header.
 *
 * @throws HttpError 400 if the header is not a scheme and a token, or the scheme is neither Bearer nor OAuth
 */
export function readAuthorization(header: string | undefined): string | null {
  if (header === undefined) return null;
  const [scheme, token, ...rest] = header.trim().split(/ +/);
  if (!scheme || !token || rest.length > 0)
    throw new HttpError('AUTHORIZATION_UNREADABLE', 'Invalid Authorization Header');
  if (!SCHEMES.has(scheme.toLowerCase()))
    throw new HttpError('AUTHORIZATION_UNREADABLE', 'Unknown Authorization Header Received');
  return token;
}
