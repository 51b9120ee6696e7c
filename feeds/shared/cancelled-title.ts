/** `Cancelled` in the languages of talks, by their primary subtag. Readers that ignore the status show the title. */
const words: ReadonlyMap<string, string> = new Map([
  ['en', 'Cancelled'],
  ['de', 'Abgesagt'],
  ['nl', 'Geannuleerd'],
  ['fr', 'Annulé'],
  ['es', 'Cancelado'],
  ['pl', 'Odwołane'],
  ['fi', 'Peruttu'],
  ['pt', 'Cancelado'],
]);
const ENGLISH = 'Cancelled';

interface InLanguage {
  readonly language: { readonly tag: string };
}

/** The title of what does not take place. @param tag language tag; English if it is unknown or omitted */
export const cancelledTitle = (title: string, tag = 'en'): string =>
  `${words.get(tag.split('-', 1)[0] ?? '') ?? ENGLISH}: ${title}`;

/** The language tag of most talks, which is that of their event; undefined without talks. */
export function languageOf(talks: readonly InLanguage[]): string | undefined {
  const byTag = Map.groupBy(talks, ({ language }) => language.tag);
  const most = Math.max(...[...byTag.values()].map(({ length }) => length));
  return [...byTag].find(([, { length }]) => length === most)?.[0];
}
