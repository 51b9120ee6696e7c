import { isStorable } from '../../database/storable.js';
import { encodeBlanks, isWebUrl, MAX_TEXT_LENGTH } from '../../core/common/validation.js';
import { isDoubleEncoded } from './double-encoded.js';
import type { Mark } from './report.js';

/** A value of another system. Each kind has a rule; deviations are repaired and marked. */

type RawValue = string | number | null | undefined;

/** A verbatim text of at most `most` characters; empty for null. */
export function verbatim(value: RawValue, mark: Mark, most = MAX_TEXT_LENGTH): string {
  const text = value === null || value === undefined ? '' : String(value);
  const storable = isStorable(text) ? text : text.toWellFormed().replaceAll('\0', '');
  if (storable !== text) mark.repair('characters that cannot be stored were removed');
  if (isDoubleEncoded(storable)) mark.note('a text seems to be double-encoded UTF-8, such as Ã¼ for ü');
  return truncated(storable, mark, most);
}

/** @param most characters, not UTF-16 code units */
function truncated(text: string, mark: Mark, most: number): string {
  if (text.length <= most) return text;
  const characters = [...text];
  if (characters.length <= most) return text;
  mark.repair(`a text was truncated to ${most} characters`);
  return characters.slice(0, most).join('');
}

/** A text that the original stored with HTML entities (contract §1.4), decoded. */
export function decoded(value: RawValue, mark: Mark, most = MAX_TEXT_LENGTH): string {
  const text = verbatim(value, mark);
  const plain = decodeEntities(text);
  if (plain !== text) mark.note('HTML entities were decoded');
  return truncated(plain, mark, most);
}

/** Like `decoded`; null if empty. */
export function decodedOrNull(value: RawValue, mark: Mark, most?: number): string | null {
  return decoded(value, mark, most).trim() || null;
}

/** Like `verbatim`; null if empty. */
export function verbatimOrNull(value: RawValue, mark: Mark, most?: number): string | null {
  return verbatim(value, mark, most).trim() || null;
}

/** A URL: adds `http://` if it has no scheme; other schemes are dropped (decisions no. 10). */
export function address(value: RawValue, mark: Mark, most: number): string | null {
  const given = decoded(value, mark).trim();
  const text = encodeBlanks(given);
  if (isWebUrl(text) && text.length <= most) {
    if (text !== given) mark.repair('blanks in a URL were encoded as %20');
    return text;
  }
  if (text === '') return null;
  const completed = `http://${text}`;
  if (/^[\w-]+(\.[\w-]+)+(:\d+)?([/?#]|$)/.test(text) && isWebUrl(completed) && completed.length <= most) {
    mark.repair('a URL without a scheme got http://');
    return completed;
  }
  mark.repair('a URL that is not http or https was dropped');
  return null;
}

/** Converts seconds since 1970 to ISO 8601; null for none, which the original also stores as 0. */
export function instant(value: RawValue): string | null {
  const seconds = Number(value ?? 0);
  return Number.isFinite(seconds) && seconds !== 0 ? new Date(seconds * 1000).toISOString() : null;
}

/** Converts a MySQL DATETIME in UTC; null for none, and for MySQL's zero date. */
export function dateTime(value: RawValue): string | null {
  const time = typeof value === 'string' && !value.startsWith('0000') ? Date.parse(`${value.replace(' ', 'T')}Z`) : NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** The ID of another row; null for none, which the original also stores as 0 (contract 5-25). */
export function reference(value: RawValue): number | null {
  const id = Number(value ?? 0);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** A coordinate within ±`limit` degrees; null for none. */
export function degree(value: RawValue, limit: number, mark: Mark): number | null {
  if (value === null || value === undefined) return null;
  const degrees = Number(value);
  if (Math.abs(degrees) <= limit) return degrees;
  mark.repair(`a coordinate beyond ${limit} degrees was dropped`);
  return null;
}

/** Clamps a rating to 0 to 5 (contract 5-24). */
export function ratingOf(value: RawValue, mark: Mark): number {
  const rating = Math.min(5, Math.max(0, Math.round(Number(value ?? 0))));
  if (rating !== Number(value ?? 0)) mark.repair('a rating outside 0 to 5 was clamped');
  return rating;
}

/** Whether a flag is set; null counts as unset. */
export function isSet(value: RawValue): boolean {
  return Number(value ?? 0) === 1;
}

/** Entities that the original has produced since 2023, and those of its first version (contract 5-21). */
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&#39;': "'",
  '&#34;': '"',
};

/** Decodes each entity once, so that `&amp;lt;` becomes `&lt;` as the author typed it. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt|#39|#34);/g, (entity) => entities[entity] ?? entity);
}

/** Decodes the texts that the original stored with HTML entities; it stored comments verbatim (contract §1.4). */
export interface Texts {
  /** At most `most` characters; empty for null. */
  readonly text: (value: string | null, mark: Mark, most?: number) => string;
}

/** @param areVerbatim the server stores texts verbatim, as Lectern does, so `&amp;` is literal */
export const textsOf = (areVerbatim: boolean): Texts => ({ text: areVerbatim ? verbatim : decoded });
