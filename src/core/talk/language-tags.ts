/**
 * Language tags (RFC 5646) of the stored languages, whose own codes differ: `uk` is Ukrainian elsewhere. The first tag
 * is written, and all are read.
 */
const tags: ReadonlyMap<string, readonly [string, ...string[]]> = new Map([
  ['us', ['en-US']],
  ['uk', ['en', 'en-GB']],
  ['ne', ['nl']],
  ['pobr', ['pt-BR', 'pt']],
]);

/** The language tags of a stored language, by its code. */
export const tagsOfLanguage = (code: string): readonly [string, ...string[]] => tags.get(code) ?? [code.toLowerCase()];
