import { hash } from 'node:crypto';

const LENGTH = 22;

/** 128 bits of SHA-256: the same bytes have the same ETag in every process. */
export const tagOf = (body: string | Buffer | readonly Buffer[]): string =>
  tagOfDigest(hash('sha256', Array.isArray(body) ? Buffer.concat(body) : (body as string | Buffer), 'base64url'));

/** As of `tagOf`, from the SHA-256 of the body in base64url. */
export const tagOfDigest = (digest: string): string => `"${digest.slice(0, LENGTH)}"`;

/** The ETag of the same bytes in another content coding. */
export const codedTag = (tag: string, coding: string): string => `${tag.slice(0, -1)}-${coding}"`;

/**
 * The ETag in the header that matches the body in any coding: another process may have compressed it. Proxies that
 * compress weaken ETags; ours contain neither comma nor slash.
 */
function named(header: string, tag: string): string | undefined {
  if (header === tag) return tag;
  const tags = header
    .replaceAll('W/', '')
    .split(',')
    .map((one) => one.trim());
  if (tags.includes('*')) return tag;
  return [tag, codedTag(tag, 'br'), codedTag(tag, 'gzip')].find((one) => tags.includes(one));
}

/** Evaluates `If-None-Match` by weak comparison. */
export const namedByNoneMatch = (header: string | undefined, tag: string): string | undefined =>
  header === undefined ? undefined : named(header, tag);

/**
 * Evaluates `If-Match`. RFC 9110 §13.1.1 requires strong comparison, which a weakened ETag would always fail. It still
 * identifies the bytes: the service issues no weak ETags.
 */
export const isNamedByMatch = (header: string, body: string | Buffer | readonly Buffer[]): boolean =>
  named(header, tagOf(body)) !== undefined;
