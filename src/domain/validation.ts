import { DomainError, type Problem, type Reason } from '../errors.js';

/** What goes on for pages: descriptions, comments, biographies (contract §5). */
export const LONG_TEXT = 65_535;
/** Addresses for which the contract gives no limit: as much as browsers and servers agree on. */
export const LONGEST_ADDRESS = 2000;

/**
 * Gathers what is wrong with an input, so that a caller is told everything at once. Each check answers the value to
 * store; what it answers for a wrong one is never stored, because `done` throws.
 */
export class Validation {
  readonly #problems: Problem[] = [];

  add(reason: Reason, field?: string, limit?: number): void {
    this.#problems.push({ reason, ...(field !== undefined && { field }), ...(limit !== undefined && { limit }) });
  }

  /** A text that must say something, of at most `most` characters. Blanks alone say nothing. */
  required(field: string, text: string | null | undefined, most: number): string {
    if (text == null || text.trim() === '') this.add('FIELD_REQUIRED', field);
    return this.text(field, text ?? '', most);
  }

  /** A text that may be empty, of at most `most` characters, all of which can be stored. */
  text(field: string, text: string, most: number): string {
    if (!isStorable(text)) this.add('TEXT_UNREADABLE', field);
    if (isLongerThan(text, most)) this.add('TEXT_TOO_LONG', field, most);
    return text;
  }

  /** An http or https address; null for an empty one (decisions.md no. 10). */
  url(field: string, text: string | null | undefined, most: number): string | null {
    const address = (text ?? '').trim();
    if (address === '') return null;
    if (!isWebAddress(address)) this.add('URL_INVALID', field);
    return this.text(field, address, most);
  }

  /** Whether nothing has been wrong so far. */
  get holds(): boolean {
    return this.#problems.length === 0;
  }

  /** @throws DomainError INVALID with everything that was wrong, in the order in which it was found */
  done(): void {
    if (!this.holds) throw new DomainError('INVALID', this.#problems);
  }

  /** @throws DomainError INVALID with what was found first alone: so talks are answered (contract §1.7) */
  doneAtFirst(): void {
    if (!this.holds) throw new DomainError('INVALID', this.#problems.slice(0, 1));
  }
}

/** PostgreSQL keeps no U+0000, and no half of a character of two. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Characters as people and PostgreSQL count them: one of two halves is one. */
function isLongerThan(text: string, most: number): boolean {
  return text.length > most && (text.length > 2 * most || [...text].length > most);
}

/** Whether it is an absolute http or https address, without a login in it (decisions.md no. 10). */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s/?#]/i.test(text) || /\s/.test(text) || !URL.canParse(text)) return false;
  return new URL(text).username === '' && new URL(text).password === '';
}
