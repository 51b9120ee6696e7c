import type { ClientBase } from 'pg';
import type { Random } from './random.js';

const STUB_VALUES = 0x10_0000;
const STUB_DIGITS = 5;

/** Names that must differ over the whole database: those stored already, and those given out since. */
export interface NamesInUse {
  /** The first candidate that is free; it is then taken. Throws when none is. */
  takeEventSlug(candidates: Iterable<string>): string;
  /** A talk stub of 5 hex digits (contract §4.2) that no other talk has. */
  takeTalkStub(): string;
  /** `name`, or `name2`, `name3` … when somebody has it. */
  takeUsername(name: string): string;
}

/** Reads what is taken in the database, within the transaction of the client. */
export async function namesInUse(client: ClientBase, random: Random): Promise<NamesInUse> {
  const read = async (query: string): Promise<Set<string>> =>
    new Set((await client.query<{ name: string }>(query)).rows.map(({ name }) => name));
  const slugs = await read('select slug as name from events');
  const stubs = await read('select stub as name from talks');
  const usernames = await read('select lower(username) as name from users');
  return {
    takeEventSlug: (candidates) => takeFirst(candidates, slugs),
    takeTalkStub() {
      if (stubs.size >= STUB_VALUES) throw new RangeError('Every talk stub is taken: make room by removing talks.');
      for (;;) {
        const stub = random
          .between(0, STUB_VALUES - 1)
          .toString(16)
          .padStart(STUB_DIGITS, '0');
        if (!stubs.has(stub)) return stubs.add(stub) && stub;
      }
    },
    takeUsername: (name) => takeFirst(numbered(name), usernames),
  };
}

/** The first candidate that `taken` does not hold; it is added. Throws when all are taken. */
export function takeFirst(candidates: Iterable<string>, taken: Set<string>): string {
  let last = '';
  for (const candidate of candidates) {
    if (!taken.has(candidate)) {
      taken.add(candidate);
      return candidate;
    }
    last = candidate;
  }
  throw new Error(`Every name up to "${last}" is taken: choose another one.`);
}

function* numbered(name: string): Generator<string, void> {
  yield name;
  for (let number = 2; ; number++) yield `${name}${number}`;
}
