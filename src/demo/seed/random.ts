/** A seeded random number generator: the same seed yields the same demo data. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer from `low` to `high`, both inclusive. */
  between(low: number, high: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** A random item; throws on an empty list. */
  pick<Item>(items: readonly Item[]): Item;
  /** Up to `count` distinct items in random order. */
  sample<Item>(items: readonly Item[], count: number): Item[];
}

/** The mulberry32 generator: fast, 32 bits of state, sufficient for demo data. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick(items) {
      if (items.length === 0) throw new RangeError('Cannot pick from an empty list.');
      return items[between(0, items.length - 1)]!;
    },
    sample(items, count) {
      const rest = [...items];
      const wanted = Math.min(count, rest.length);
      for (let index = 0; index < wanted; index++) {
        const other = between(index, rest.length - 1);
        [rest[index], rest[other]] = [rest[other]!, rest[index]!];
      }
      return rest.slice(0, wanted);
    },
  };
}
