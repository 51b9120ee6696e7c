import { commentVerbs } from './random-comment-verbs.js';
import { programmeVerbs } from './random-programme-verbs.js';
import { eventVerbs } from './random-event-verbs.js';
import { userVerbs } from './random-user-verbs.js';
import type { Acknowledged, Hand, Target, World } from './random-world.js';
import type { Verb, Write } from './random-write.js';

const verbs: readonly Verb[] = [...eventVerbs, ...programmeVerbs, ...commentVerbs, ...userVerbs];

export const verbNames: readonly string[] = verbs.map(({ name }) => name);

/** Proportion of writes that are drawn from those that have not succeeded yet, so that none depends on luck. */
const OWED = 0.1;

/**
 * A random write with its expected facts.
 *
 * @param owed names of writes that have not succeeded yet
 */
export function drawWrite(hand: Hand, owed: readonly string[]): { readonly verb: Verb; readonly write: Write } {
  for (;;) {
    const isOwed = owed.length > 0 && hand.random() < OWED;
    const candidates = isOwed ? verbs.filter(({ name }) => owed.includes(name)) : verbs;
    let left = hand.random() * candidates.reduce((sum, { weight }) => sum + weight, 0);
    const verb = candidates.find(({ weight }) => (left -= weight) < 0);
    const write = verb?.draw(hand);
    if (verb && write) return { verb, write };
  }
}

/** Records facts that are now expected. */
export function settle({ acknowledged }: World, one: Acknowledged): void {
  acknowledged.set(`${one.kind} ${one.key}`, one);
}

/** Removes facts that have become uncertain. */
export function unsettle({ acknowledged }: World, { kind, key }: Acknowledged): void {
  acknowledged.delete(`${kind} ${key}`);
}

/** Adds a created record to the targets of further writes. */
export function remember({ world }: Hand, { creates }: Verb, { makes }: Write, id: string): void {
  if (!creates || !makes) return;
  const { kind } = creates;
  const under = [...makes.under, `${kind} ${id}`];
  settle(world, { kind, key: id, value: makes.value, under });
  const list: Target[] | undefined = Reflect.get(world.targets, kind) as Target[] | undefined;
  list?.push({ id, under });
}
