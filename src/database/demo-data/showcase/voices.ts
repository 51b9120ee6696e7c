import type { Random } from '../random.js';

/** The clients that comments come from; null where none was recorded. */
const sources: readonly (string | null)[] = ['Lectern', 'Lectern', 'Web', 'Web', 'Android', null];

export const pickSource = (random: Random): string | null => random.pick(sources);

/** Cards that are dealt once each, in random order; undefined when none is left. */
export function deckOf<Card>(cards: readonly Card[], random: Random): () => Card | undefined {
  const rest = random.sample(cards, cards.length);
  return () => rest.pop();
}

/** `count` moments between two instants (milliseconds), earliest first, the later half thinner than the first. */
export function moments(count: number, from: number, to: number, random: Random): number[] {
  return Array.from({ length: count }, () => from + (to - from) * random.next() ** 2).sort((one, other) => one - other);
}

/** Remembers who has rated what: a second rating of the same thing counts as 0, as it does in the service. */
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
