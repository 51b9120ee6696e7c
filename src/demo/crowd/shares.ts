import type { Random } from '../seed/random.js';

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
