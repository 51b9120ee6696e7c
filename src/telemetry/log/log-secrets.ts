/** Patterns of secrets, with their replacements. Values are JSON-encoded, as in a log line. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/lec_[\w-]{20,}/g, 'lec_…'],
  [/\b(bearer|oauth|basic) +[\w.~+/=-]{8,}/gi, '$1 …'],
  // The password in a URL, such as that of a database or mail server.
  [/(:\/\/[^\s:/@"\\]*:)[^\s@"\\]+@/g, '$1…@'],
  [/("[\w-]*(?:password|secret|authorization|cookie|token)":)"(?:[^"\\]|\\.)*"/gi, '$1"…"'],
  [/([?&](?:[\w-]*(?:password|secret|token))=)[^&\s"\\]+/gi, '$1…'],
];

/** Redacts everything in a log line that resembles a secret. */
export function withoutSecrets(line: string): string {
  return SECRETS.reduce((text, [secret, instead]) => text.replace(secret, instead), line);
}
