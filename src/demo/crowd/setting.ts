import { crowd } from '../data/index.js';
import type { NamesInUse, Random } from '../seed/seed.js';

export const DAY = 86_400_000;
export const MINUTE = 60_000;

/** The shared context of the generators. */
export interface CrowdSetting {
  readonly random: Random;
  readonly names: NamesInUse;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Called with the number of rows written of a kind. */
  readonly written: (count: number, what: string) => void;
}

/** Weights with a skewed distribution: a few large, many small. */
export function skewedWeights(count: number, random: Random): number[] {
  return Array.from({ length: count }, () => 1 / (0.03 + random.next()));
}

/** Splits `total` into integers in proportion to the weights; their sum is exactly `total`. */
export function share(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let reached = 0;
  let assigned = 0;
  return weights.map((weight, index) => {
    reached += weight;
    const upTo = index === weights.length - 1 ? total : Math.round((total * reached) / sum);
    const part = upTo - assigned;
    assigned = upTo;
    return part;
  });
}

/** Picks up to `count` distinct items in O(count): a random start, then equal strides. */
export function strideThrough<Item>(items: readonly Item[], count: number, random: Random): Item[] {
  const stride = strides.find((prime) => items.length % prime !== 0) ?? 1;
  const start = random.between(0, items.length - 1);
  return Array.from(
    { length: Math.min(count, items.length) },
    (_, turn) => items[(start + turn * stride) % items.length]!,
  );
}

const strides = [7919, 6007, 4409, 1009];

const { commentEndings, commentMiddles, commentOpenings, cities, sentences, topics } = crowd;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Fills the placeholders of a phrase with two distinct subjects and a city, at random unless given. */
export function phrase(pattern: string, random: Random, city = random.pick(cities)[0]): string {
  if (!pattern.includes('{')) return pattern;
  const first = random.between(0, topics.length - 1);
  const topic = topics[first]!;
  const other = topics[(first + random.between(1, topics.length - 1)) % topics.length]!;
  return pattern
    .replace('{topic}', topic)
    .replace('{Topic}', capital(topic))
    .replace('{other}', other)
    .replace('{Other}', capital(other))
    .replace('{city}', city);
}

/** Generates 300 to 600 characters of distinct sentences. */
export function paragraph(random: Random): string {
  const chosen = random.sample(sentences, random.between(4, 7));
  return chosen.map((sentence) => phrase(sentence, random)).join(' ');
}

/** Generates one to four sentences of feedback. */
export function feedback(random: Random): string {
  const parts = [random.pick(commentOpenings)];
  for (const middle of random.sample(commentMiddles, random.between(0, 2))) parts.push(phrase(middle, random));
  if (random.chance(0.3)) parts.push(random.pick(commentEndings));
  return parts.join(' ');
}
