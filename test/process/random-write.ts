import type { Acknowledged, Hand, Kind, Person } from './random-world.js';

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
