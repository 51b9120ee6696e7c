import type { DateTime } from 'luxon';
import { transliterate } from 'transliteration';

const HIGHEST_SUFFIX = 99;

/**
 * A text as part of an address (contract §4.1): Latin, ASCII, lower case, only `0-9 a-z -`, one hyphen for each space.
 * A text of which nothing would be left (a lone emoji) stays as it is; only an empty text gives an empty slug.
 */
export function slugOf(text: string): string {
  const latin = transliterate(text).toLowerCase();
  const slug = latin.replace(/[^0-9a-z -]/g, '').replaceAll(' ', '-');
  return slug || latin || text;
}

/**
 * The slugs an event may take, best first (contract §4.1): the first that no other event has is its own for good.
 *
 * @param startsAt in the event's own zone
 * @param random gives numbers from 0 up to 1; decides the order of the last candidates, `…-1` to `…-99`
 */
export function* eventSlugCandidates(
  name: string,
  startsAt: DateTime,
  random: () => number = Math.random,
): Generator<string, void> {
  const base = slugOf(name);
  yield base;
  yield `${base}-${startsAt.toFormat('yyyy')}`;
  yield `${base}-${startsAt.toFormat('yyyy-MM')}`;
  const dated = `${base}-${startsAt.toFormat('yyyy-MM-dd')}`;
  yield dated;
  const suffixes = Array.from({ length: HIGHEST_SUFFIX }, (_, index) => index + 1);
  while (suffixes.length > 0) yield `${dated}-${suffixes.splice(Math.floor(random() * suffixes.length), 1).join('')}`;
}

/**
 * The slugs a talk may take within its event, best first (contract §4.1). Another talk may be called as this one would be
 * with its id, so they never end.
 */
export function* talkSlugCandidates(title: string, id: number | string): Generator<string, never> {
  for (let slug = slugOf(title); ; slug += `-${id}`) yield slug;
}
