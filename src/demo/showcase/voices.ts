import type { Random } from '../seed/random.js';

/** The source applications of comments; null if none was recorded. */
const sources: readonly (string | null)[] = ['Lectern', 'Lectern', 'Web', 'Web', 'Android', null];

export const pickSource = (random: Random): string | null => random.pick(sources);

/** A shuffled deck that deals each card once; undefined when empty. */
export function deckOf<Card>(cards: readonly Card[], random: Random): () => Card | undefined {
  const rest = random.sample(cards, cards.length);
  return () => rest.pop();
}

/** Generates `count` sorted instants (milliseconds) between two others, denser at the beginning. */
export function moments(count: number, from: number, to: number, random: Random): number[] {
  return Array.from({ length: count }, () => from + (to - from) * random.next() ** 2).sort((one, other) => one - other);
}

/** Tracks ratings: a second rating of the same subject by one author counts as 0, as in the service. */
export function ratingRule(): (thing: number, author: number | null, mayRate: boolean, rating: number) => number {
  const rated = new Set<string>();
  return (thing, author, mayRate, rating) => {
    if (author === null) return rating;
    const key = `${thing} ${author}`;
    if (!mayRate || rated.has(key)) return 0;
    if (rating > 0) rated.add(key);
    return rating;
  };
}
