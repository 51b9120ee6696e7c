import type { Random } from '../random.js';

/** A few large ones and many small ones: how much of a whole each of `count` things draws. */
export function skewedWeights(count: number, random: Random): number[] {
  return Array.from({ length: count }, () => 1 / (0.03 + random.next()));
}

/** Splits `total` into whole parts in proportion to the weights; the parts add up to it exactly. */
export function share(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let reached = 0;
  let given = 0;
  return weights.map((weight, index) => {
    reached += weight;
    const upTo = index === weights.length - 1 ? total : Math.round((total * reached) / sum);
    const part = upTo - given;
    given = upTo;
    return part;
  });
}

/** Up to `count` different items, cheaply, however many there are: a random start and then equal strides. */
export function strideThrough<Item>(items: readonly Item[], count: number, random: Random): Item[] {
  const stride = strides.find((prime) => items.length % prime !== 0) ?? 1;
  const start = random.between(0, items.length - 1);
  return Array.from(
    { length: Math.min(count, items.length) },
    (_, turn) => items[(start + turn * stride) % items.length]!,
  );
}

const strides = [7919, 6007, 4409, 1009];
