import { isStorable, isWebAddress, LONG_TEXT } from '../domain/validation.js';
import type { Mark } from './report.js';
import { decodeEntities } from './text.js';

/** A value of another system, each kind by its rule. What is not as it should be is repaired, and marked so. */

type Given = string | number | null | undefined;

/** A text of at most `most` characters, as it was typed; empty where there is none. */
export function verbatim(value: Given, mark: Mark, most = LONG_TEXT): string {
  const text = value === null || value === undefined ? '' : String(value);
  const storable = isStorable(text) ? text : text.toWellFormed().replaceAll('\0', '');
  if (storable !== text) mark.repair('characters that cannot be stored were left out');
  if (storable.length <= most) return storable;
  const characters = [...storable];
  if (characters.length <= most) return storable;
  mark.repair(`a text was cut to ${most} characters`);
  return characters.slice(0, most).join('');
}

/** A text that the original stored with entities (contract §1.4), as it was meant. */
export function decoded(value: Given, mark: Mark, most = LONG_TEXT): string {
  const text = verbatim(value, mark);
  const plain = decodeEntities(text);
  if (plain !== text) mark.note('entities such as &amp; were decoded');
  return verbatim(plain, mark, most);
}

/** The same, null where there is nothing. */
export function decodedOrNull(value: Given, mark: Mark, most?: number): string | null {
  return decoded(value, mark, most).trim() || null;
}

/** A text as it was typed, null where there is nothing. */
export function verbatimOrNull(value: Given, mark: Mark, most?: number): string | null {
  return verbatim(value, mark, most).trim() || null;
}

/** A web address: one without a scheme gets `http://`, any other scheme is left out (decisions.md no. 10). */
export function address(value: Given, mark: Mark, most: number): string | null {
  const text = decoded(value, mark).trim();
  if (text === '' || (isWebAddress(text) && text.length <= most)) return text || null;
  const completed = `http://${text}`;
  if (/^[\w-]+(\.[\w-]+)+(:\d+)?([/?#]|$)/.test(text) && isWebAddress(completed) && completed.length <= most) {
    mark.repair('an address without a scheme got http://');
    return completed;
  }
  mark.repair('an address that is not http or https was left out');
  return null;
}

/** Seconds since 1970 as ISO 8601; null for none, which the original wrote as 0 too. */
export function instant(value: Given): string | null {
  const seconds = Number(value ?? 0);
  return Number.isFinite(seconds) && seconds !== 0 ? new Date(seconds * 1000).toISOString() : null;
}

/** A date and time of MySQL, which is in UTC; null for none, and for MySQL's zero date. */
export function dateTime(value: Given): string | null {
  const time = typeof value === 'string' && !value.startsWith('0000') ? Date.parse(`${value.replace(' ', 'T')}Z`) : NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** The id of another row; null for none, which the original wrote as 0 too (contract §5, caution e). */
export function reference(value: Given): number | null {
  const id = Number(value ?? 0);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** A degree within ±`limit`; null for none. */
export function degree(value: Given, limit: number, mark: Mark): number | null {
  if (value === null || value === undefined) return null;
  const degrees = Number(value);
  if (Math.abs(degrees) <= limit) return degrees;
  mark.repair(`a position beyond ${limit} degrees was left out`);
  return null;
}

/** A rating, 0 to 5: those beyond become the nearest (contract §5, caution d). */
export function ratingOf(value: Given, mark: Mark): number {
  const rating = Math.min(5, Math.max(0, Math.round(Number(value ?? 0))));
  if (rating !== Number(value ?? 0)) mark.repair('a rating outside 0 to 5 became the nearest');
  return rating;
}

/** Whether a flag is set; null is not. */
export function isSet(value: Given): boolean {
  return Number(value ?? 0) === 1;
}
