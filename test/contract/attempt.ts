import { limitsEnvironment } from '../../src/config/limits.js';
import { doors } from '../permissions/doors.js';
import { writes } from '../permissions/writes.js';
import type { Asked, Write } from '../permissions/write.js';
import type { Stage } from './stage.js';

/** Everything may be asked for as often as a test likes. */
export const UNLIMITED = Object.fromEntries(Object.keys(limitsEnvironment).map((name) => [name, 'off']));

/** The first write of that mutation. */
export function writeOf(mutation: string): Write {
  const write = writes.find((one) => one.mutation === mutation);
  if (!write) throw new Error(`No write is the mutation ${mutation}`);
  return write;
}

/**
 * What a write comes to at the door of v2.1, then at that of the graph, each in the same world: `done`, `as it is`, or
 * the code and the reasons of its refusal, which must have changed nothing.
 */
export async function attempt({ service, snapshot, at }: Stage, write: Write, asked: Asked): Promise<string[]> {
  const outcomes: string[] = [];
  for (const door of Object.values(doors)) {
    const { code, problems } = await door(service, write, at, { about: () => at, ...asked });
    const isAsBefore = await snapshot.isAsBefore();
    if (!isAsBefore) await snapshot.restore();
    const refused = [code, ...problems.map(({ reason }) => reason)].join(' ');
    const done = isAsBefore ? 'as it is' : 'done';
    outcomes.push(code === 'none' ? done : `${refused}${isAsBefore ? '' : ', but something was changed'}`);
  }
  return outcomes;
}
