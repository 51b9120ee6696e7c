/** A repeatable source of chance: the same seed gives the same demo data. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** One of the items; throws when there are none. */
  pick<Item>(items: readonly Item[]): Item;
  /** Up to `count` different items, in random order. */
  sample<Item>(items: readonly Item[], count: number): Item[];
}

/** The mulberry32 generator: 32 bits of state, quick, and even enough for made-up people. */
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
      if (items.length === 0) throw new RangeError('Give at least one item to pick from.');
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
