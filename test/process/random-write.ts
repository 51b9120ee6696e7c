import type { Acknowledged, Hand, Kind, Person } from './random-world.js';

type Json = Readonly<Record<string, unknown>>;

/** One write, in REST and GraphQL. */
export interface Write {
  /** Undefined: anonymous. */
  readonly who: Person | undefined;
  /** Variables of the mutation; undefined if only v2.1 has it. */
  readonly input?: Json;
  readonly rest: { readonly method: string; readonly path: string; readonly body?: Json | Buffer };
  /** Expected facts on success. */
  readonly settles?: Acknowledged;
  /** Facts that become uncertain. */
  readonly dooms?: string;
  /** The facts of a new record, and the records it depends on. */
  readonly makes?: { readonly value: string; readonly under: readonly string[] };
}

/** A mutation and its weight in percent. */
export interface Verb {
  readonly name: string;
  readonly weight: number;
  /** The name of a new record in its payload, which is also its kind. */
  readonly creates?: { readonly field: string; readonly kind: Kind };
  /** Undefined: there is no target yet. */
  draw(hand: Hand): Write | undefined;
}
