/** What must not be in a log, and what stands there instead. Values are those of JSON, as a line of the log holds them. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/lec_[\w-]{20,}/g, 'lec_…'],
  [/\b(bearer|oauth|basic) +[\w.~+/=-]{8,}/gi, '$1 …'],
  // The password in an address, such as those of databases and mail servers.
  [/(:\/\/[^\s:/@"\\]*:)[^\s@"\\]+@/g, '$1…@'],
  [/("[\w-]*(?:password|secret|authorization|cookie|token)":)"(?:[^"\\]|\\.)*"/gi, '$1"…"'],
  [/([?&](?:[\w-]*(?:password|secret|token))=)[^&\s"\\]+/gi, '$1…'],
];

/** A line of the log, without what looks like a secret. */
export function withoutSecrets(line: string): string {
  return SECRETS.reduce((text, [secret, instead]) => text.replace(secret, instead), line);
}
