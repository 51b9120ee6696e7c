/**
 * Excludes characters with a special meaning in mail headers, to prevent injection of a list, display name or header.
 */
const LOCAL = String.raw`[^\s@<>()[\]\\,;:"\p{C}]{1,64}`;
const LABEL = String.raw`[\p{L}\p{M}\p{N}-]{1,63}`;
const ADDRESS = new RegExp(`^${LOCAL}@(?:${LABEL}\\.)+[\\p{L}\\p{M}\\p{N}-]{2,63}$`, 'u');
const DOTS = /^\.|\.\.|\.@/;

/** Maximum length of a stored address, in characters (contract §5). */
export const MAX_EMAIL_LENGTH = 200;

/** Whether a text is a single bare e-mail address, in any script: a local part, an `@`, and a domain with a dot. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 2 * MAX_EMAIL_LENGTH && ADDRESS.test(text) && !DOTS.test(text);
}
