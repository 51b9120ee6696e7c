import { DomainError, type Problem, type Reason } from '../errors.js';
import { isStorable } from '../../database/storable.js';

/** Maximum length of long texts, in characters: descriptions, comments, biographies (contract §5). */
export const MAX_TEXT_LENGTH = 65_535;
/**
 * Names do not contain them: mails, calendars, terminals and logs interpret them. Overrides of the text direction could
 * make a name look like another one.
 */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}\u202d\u202e]/u;
/** Maximum length of URLs without a limit in the contract: supported by browsers and servers. */
export const MAX_URL_LENGTH = 2000;

/**
 * Collects all problems of an input, so that the caller receives them at once. Each check returns the value to store.
 * The value returned for an invalid one is never stored, because `done` throws.
 */
export class Validation {
  readonly #problems: Problem[] = [];

  /** @param ignored fields that are not written, so that their problems do not matter */
  constructor(private readonly ignored: ReadonlySet<string> = new Set()) {}

  add(reason: Reason, field?: string, limit?: number): void {
    if (field !== undefined && this.ignored.has(field)) return;
    this.#problems.push({ reason, ...(field !== undefined && { field }), ...(limit !== undefined && { limit }) });
  }

  /** @param suggestions valid values near to the invalid one */
  addUnknown(reason: Reason, field: string, suggestions: readonly string[]): void {
    if (this.ignored.has(field)) return;
    this.#problems.push({ reason, field, ...(suggestions.length > 0 && { suggestions }) });
  }

  /** Validates a text of at most `most` characters that is not blank. */
  required(field: string, text: string | null | undefined, maxLength: number): string {
    if (text == null || text.trim() === '') this.add('FIELD_REQUIRED', field);
    return this.text(field, text ?? '', maxLength);
  }

  /**
   * Validates a name of at most `most` characters: a text on one line, without control characters. It may be empty.
   *
   * @param stored the present name, which stays valid
   */
  name(field: string, text: string, maxLength: number, stored?: string | null): string {
    const isRefused = text !== stored && text !== stored?.trim() && isStorable(text) && hasControlCharacters(text);
    if (isRefused) this.add('TEXT_UNREADABLE', field);
    return this.text(field, text, maxLength);
  }

  /** Validates a name that is not blank. Otherwise as `name`. */
  requiredName(field: string, text: string | null | undefined, maxLength: number, stored?: string | null): string {
    if (text == null || text.trim() === '') this.add('FIELD_REQUIRED', field);
    return this.name(field, text ?? '', maxLength, stored);
  }

  /** Validates a text of at most `most` characters that may be empty. All of them must be storable. */
  text(field: string, text: string, maxLength: number): string {
    if (!isStorable(text)) this.add('TEXT_UNREADABLE', field);
    if (isLongerThan(text, maxLength)) this.add('TEXT_TOO_LONG', field, maxLength);
    return text;
  }

  /**
   * Validates an http or https URL; null if it is empty (decisions no. 10). Prepends `http://` to `www.`, and
   * encodes blanks (decisions no. 29 and 53).
   */
  url(field: string, text: string | null | undefined, maxLength: number): string | null {
    const given = (text ?? '').trim();
    if (given === '') return null;
    const address = encodeBlanks(/^www\./i.test(given) ? `http://${given}` : given);
    if (!isWebUrl(address)) this.add('URL_INVALID', field);
    return this.text(field, address, maxLength);
  }

  /** Whether no problem has been found so far. */
  get isValid(): boolean {
    return this.#problems.length === 0;
  }

  /** @throws DomainError INVALID with all problems, in the order in which they were found */
  throwIfInvalid(): void {
    if (!this.isValid) throw new DomainError('INVALID', this.#problems);
  }
}

/** Whether a text contains what names must not contain. */
export const hasControlCharacters = (text: string): boolean => CONTROL_CHARACTERS.test(text);

/** Encodes the blanks of a URL, as the original did (decisions no. 53). */
export const encodeBlanks = (url: string): string => url.replaceAll(' ', '%20');

/** Counts code points, as PostgreSQL does: a surrogate pair is one character. */
export function isLongerThan(text: string, maxLength: number): boolean {
  return text.length > maxLength && (text.length > 2 * maxLength || [...text].length > maxLength);
}

/**
 * Whether the text is an absolute http or https URL without credentials (decisions no. 10). Control characters are
 * invalid (RFC 3986 §2), although `URL` encodes them.
 */
export function isWebUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s/?#]/i.test(text) || /[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return false;
  return new URL(text).username === '' && new URL(text).password === '';
}
