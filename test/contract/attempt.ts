import { limitsEnvironment } from '../../src/config/limits.js';
import { apis } from '../permissions/apis.js';
import { writes } from '../permissions/writes.js';
import type { Asked, Write } from '../permissions/write.js';
import type { Stage } from './stage.js';

/** Limits so high that tests never reach them. */
export const UNLIMITED = Object.fromEntries(Object.keys(limitsEnvironment).map((name) => [name, 'off']));

/** The first write that uses the mutation. */
export function writeOf(mutation: string): Write {
  const write = writes.find((one) => one.mutation === mutation);
  if (!write) throw new Error(`No write is the mutation ${mutation}`);
  return write;
}

/**
 * Runs a write through v2.1, then through GraphQL, in identical worlds. Returns `done`, `unchanged`, or the code and
 * the reasons of the error, after which nothing may have changed.
 */
export async function attempt({ service, snapshot, at }: Stage, write: Write, asked: Asked): Promise<string[]> {
  const outcomes: string[] = [];
  for (const door of Object.values(apis)) {
    const { code, problems } = await door(service, write, at, { about: () => at, ...asked });
    const isAsBefore = await snapshot.isAsBefore();
    if (!isAsBefore) await snapshot.restore();
    const refused = [code, ...problems.map(({ reason }) => reason)].join(' ');
    const done = isAsBefore ? 'unchanged' : 'done';
    outcomes.push(code === 'none' ? done : `${refused}${isAsBefore ? '' : ', but data have changed'}`);
  }
  return outcomes;
}
