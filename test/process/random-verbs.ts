import { commentVerbs } from './random-comment-verbs.js';
import { programmeVerbs } from './random-programme-verbs.js';
import { eventVerbs } from './random-event-verbs.js';
import { userVerbs } from './random-user-verbs.js';
import type { Acknowledged, Hand, Target, World } from './random-world.js';
import type { Verb, Write } from './random-write.js';

const verbs: readonly Verb[] = [...eventVerbs, ...programmeVerbs, ...commentVerbs, ...userVerbs];
const total = verbs.reduce((sum, { weight }) => sum + weight, 0);

export const verbNames: readonly string[] = verbs.map(({ name }) => name);

/** Some verb with what it writes. */
export function drawWrite(hand: Hand): { readonly verb: Verb; readonly write: Write } {
  for (;;) {
    let left = hand.random() * total;
    const verb = verbs.find(({ weight }) => (left -= weight) < 0);
    const write = verb?.draw(hand);
    if (verb && write) return { verb, write };
  }
}

/** Notes what is so from now on. */
export function settle({ acknowledged }: World, one: Acknowledged): void {
  acknowledged.set(`${one.kind} ${one.key}`, one);
}

/** Forgets what was so, where nobody knows whether it still is. */
export function unsettle({ acknowledged }: World, { kind, key }: Acknowledged): void {
  acknowledged.delete(`${kind} ${key}`);
}

/** Notes a record that was made, so that others write to it. */
export function remember({ world }: Hand, { creates }: Verb, { makes }: Write, id: string): void {
  if (!creates || !makes) return;
  const { kind } = creates;
  const under = [...makes.under, `${kind} ${id}`];
  settle(world, { kind, key: id, value: makes.value, under });
  const list: Target[] | undefined = Reflect.get(world.targets, kind) as Target[] | undefined;
  list?.push({ id, under });
}
