import { takeFirstFree } from '../../core/common/slug.js';
import type { ClientBase } from 'pg';
import type { Random } from './random.js';

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
