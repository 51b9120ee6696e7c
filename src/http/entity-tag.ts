import { hash } from 'node:crypto';

const LENGTH = 22;

/** 128 bits of SHA-256: the same bytes have the same tag in every process. */
export const tagOf = (body: string | Buffer): string => `"${hash('sha256', body, 'base64url').slice(0, LENGTH)}"`;

/** The tag of the same bytes in another coding. */
export const codedTag = (tag: string, coding: string): string => `${tag.slice(0, -1)}-${coding}"`;

/** The tag that the header names among those of one body, in whichever coding: it may have been packed elsewhere. */
function named(header: string, tag: string): string | undefined {
  if (header === tag) return tag;
  const tags = header.split(',').map((one) => one.trim());
  if (tags.includes('*')) return tag;
  return [tag, codedTag(tag, 'br'), codedTag(tag, 'gzip')].find((one) => tags.includes(one));
}

/** What `If-None-Match` names of a body. What a proxy has weakened counts. Of our tags none has a comma in it. */
export const namedByNoneMatch = (header: string | undefined, tag: string): string | undefined =>
  header === undefined ? undefined : named(header.replaceAll('W/', ''), tag);

/** Whether `If-Match` names the body: strongly, so that what has been weakened does not count (RFC 9110, 13.1.1). */
export const isNamedByMatch = (header: string, body: string | Buffer): boolean =>
  named(header, tagOf(body)) !== undefined;
