import type { ClientBase } from 'pg';
import { takeFirstFree } from '../../core/common/slug.js';

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

const STUB_VALUES = 0x10_0000;
const STUB_DIGITS = 5;

/** Names that must be unique in the database: those stored, and those assigned since. */
export interface NamesInUse {
  /** Takes the first free candidate. Throws if all are taken. */
  takeEventSlug(candidates: Iterable<string>): string;
  /** Takes a unique talk stub of 5 hex digits (contract §4.2). */
  takeTalkStub(): string;
  /** Takes `name`, or `name2`, `name3` … if it is taken. */
  takeUsername(name: string): string;
}

/** Reads the names in use, in the client's transaction. */
export async function namesInUse(client: ClientBase, random: Random): Promise<NamesInUse> {
  const read = async (query: string): Promise<Set<string>> =>
    new Set((await client.query<{ name: string }>(query)).rows.map(({ name }) => name));
  const slugs = await read('select slug as name from events');
  const stubs = await read('select stub as name from talks');
  const usernames = await read('select lower(username) as name from users');
  return {
    takeEventSlug: (candidates) => takeFirstFree(candidates, slugs),
    takeTalkStub() {
      if (stubs.size >= STUB_VALUES) throw new RangeError('All talk stubs are in use: delete some talks.');
      for (;;) {
        const stub = random
          .between(0, STUB_VALUES - 1)
          .toString(16)
          .padStart(STUB_DIGITS, '0');
        if (!stubs.has(stub)) return stubs.add(stub) && stub;
      }
    },
    takeUsername: (name) => takeFirstFree(numbered(name), usernames),
  };
}

function* numbered(name: string): Generator<string, void> {
  yield name;
  for (let number = 2; ; number++) yield `${name}${number}`;
}

/** Resolves talk types and languages to their IDs. */
export interface ReferenceIds {
  readonly talkType: (kind: string) => number;
  readonly language: (name: string) => number;
}

/** Reads the IDs; the functions throw for an unknown name. */
export async function readReferenceIds(client: ClientBase): Promise<ReferenceIds> {
  const read = async (table: string, query: string): Promise<(name: string) => number> => {
    const { rows } = await client.query<{ id: string; name: string }>(query);
    const ids = new Map(rows.map(({ id, name }) => [name, Number(id)]));
    return (name) => {
      const id = ids.get(name);
      if (id === undefined) throw new Error(`The table ${table} has no "${name}": run the migrations first.`);
      return id;
    };
  };
  return {
    talkType: await read('talk_types', 'select id, kind as name from talk_types'),
    language: await read('languages', 'select id, name from languages'),
  };
}
