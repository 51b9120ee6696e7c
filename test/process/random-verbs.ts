import { commentVerbs } from './random-comment-verbs.js';
import { programmeVerbs } from './random-programme-verbs.js';
import { eventVerbs } from './random-event-verbs.js';
import { userVerbs } from './random-user-verbs.js';
import type { Acknowledged, Hand, Kind, Person, Target } from './random-world.js';

type Json = Readonly<Record<string, unknown>>;

/** One write, in the words of both doors. */
export interface Write {
  /** Undefined: nobody. */
  readonly who: Person | undefined;
  /** Of the mutation; undefined where only v2.1 is asked. */
  readonly input?: Json;
  readonly rest: { readonly method: string; readonly path: string; readonly body?: Json | Buffer };
  /** What is so when it succeeds. */
  readonly settles?: Acknowledged;
  /** What may be gone from now on. */
  readonly dooms?: string;
  /** What a new record holds, and with what it goes. */
  readonly makes?: { readonly value: string; readonly under: readonly string[] };
}

/** A mutation that is drawn, on average, `weight` times of a hundred. */
export interface Verb {
  readonly name: string;
  readonly weight: number;
  /** What a new record is called, in its payload and as its kind. */
  readonly creates?: { readonly field: string; readonly kind: Kind };
  /** Undefined: there is nothing to write to yet. */
  draw(hand: Hand): Write | undefined;
}

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

/** Notes a record that was made, so that others write to it. */
export function remember({ world }: Hand, { creates }: Verb, { makes }: Write, id: string): void {
  if (!creates || !makes) return;
  const { kind } = creates;
  world.acknowledged.set(`${kind} ${id}`, { kind, key: id, value: makes.value, under: makes.under });
  const list: Target[] | undefined = Reflect.get(world.targets, kind) as Target[] | undefined;
  list?.push({ id, under: makes.under });
}
