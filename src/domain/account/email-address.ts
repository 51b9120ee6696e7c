/** What mail programs give a meaning of their own, so that no list, name or header can be smuggled into an address. */
const LOCAL = String.raw`[^\s@<>()[\]\\,;:"\p{C}]{1,64}`;
const LABEL = String.raw`[\p{L}\p{M}\p{N}-]{1,63}`;
const ADDRESS = new RegExp(`^${LOCAL}@(?:${LABEL}\\.)+[\\p{L}\\p{M}\\p{N}-]{2,63}$`, 'u');
const DOTS = /^\.|\.\.|\.@/;

/** The longest address that is stored (contract §5). */
export const LONGEST_EMAIL = 200;

/** Whether a text is one bare e-mail address, in any script: a name, an `@`, and a domain with a dot in it. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 2 * LONGEST_EMAIL && ADDRESS.test(text) && !DOTS.test(text);
}
