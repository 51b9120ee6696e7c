import type { StoredLanguage } from './stored-schedule.js';

/** Language tags (RFC 5646) and names of the stored languages, whose own codes differ: `uk` is Ukrainian elsewhere. */
const tags: ReadonlyMap<string, readonly string[]> = new Map([
  ['us', ['en-us']],
  ['uk', ['en', 'en-gb', 'english']],
  ['de', ['de', 'german']],
  ['ne', ['nl', 'dutch']],
  ['fr', ['fr', 'french', 'français']],
  ['es', ['es', 'spanish', 'español']],
  ['pl', ['pl', 'polski']],
  ['fi', ['fi', 'suomi']],
  ['pobr', ['pt-br', 'pt', 'portuguese', 'português']],
]);

/** Finds a stored language by its name or by a language tag such as `de-AT`, ignoring case. */
export function findLanguage(text: string, languages: readonly StoredLanguage[]): StoredLanguage | undefined {
  const wanted = text.trim().toLowerCase().replaceAll('_', '-');
  const named = languages.find(({ name }) => name.toLowerCase() === wanted);
  return named ?? byTag(wanted, languages) ?? byTag(wanted.split('-')[0] ?? '', languages);
}

const byTag = (tag: string, languages: readonly StoredLanguage[]) =>
  languages.find(({ code }) => (tags.get(code) ?? [code.toLowerCase()]).includes(tag));
