import { tagsOfLanguage } from '../../core/talk/language-tags.js';
import type { StoredLanguage } from './stored-schedule.js';

/** Names of the stored languages in other sources, by code, in lower case. */
const otherNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['uk', ['english']],
  ['de', ['german']],
  ['ne', ['dutch']],
  ['fr', ['french', 'français']],
  ['es', ['spanish', 'español']],
  ['pl', ['polski']],
  ['fi', ['suomi']],
  ['pobr', ['portuguese', 'português']],
]);

/** Of a list of languages, in characters. */
const MAX_LENGTH = 100;

/**
 * Finds a stored language by its name or by a language tag such as `de-AT`, ignoring case; of several, such as `de, en`, the
 * first that is stored.
 */
export function findLanguage(text: string, languages: readonly StoredLanguage[]): StoredLanguage | undefined {
  const whole = findOne(text, languages);
  if (whole || text.length > MAX_LENGTH || !/[,;/|]/.test(text)) return whole;
  return text
    .split(/[,;/|]/)
    .map((one) => findOne(one, languages))
    .find((found) => found !== undefined);
}

function findOne(text: string, languages: readonly StoredLanguage[]): StoredLanguage | undefined {
  const wanted = text.trim().toLowerCase().replaceAll('_', '-');
  const named = languages.find(
    ({ name, code }) => name.toLowerCase() === wanted || otherNames.get(code)?.includes(wanted),
  );
  return named ?? byTag(wanted, languages) ?? byTag(wanted.split('-')[0] ?? '', languages);
}

const byTag = (wanted: string, languages: readonly StoredLanguage[]) =>
  languages.find(({ code }) => tagsOfLanguage(code).some((tag) => tag.toLowerCase() === wanted));
