import type * as rules from '../../src/core/rules.js';
import type { Reason } from '../../src/core/errors.js';
import type { Role, Truth } from './truth.js';
import type { At } from './world.js';

type Json = Readonly<Record<string, unknown>>;

/** The predicates of `src/core/rules.ts` that say who may do something. */
export type Rule = Extract<keyof typeof rules, `may${string}` | `needs${string}`>;

/** How one request differs from what the table says of the write. */
export interface Asked {
  readonly by: Role;
  /** Another place, or other people, than those that the write is about. */
  readonly about?: (at: At) => At;
  readonly body?: Json;
  readonly input?: Json;
  /** In place of the role's own token: the whole header. */
  readonly authorization?: string;
  /** What the client has seen, at v2.1. */
  readonly ifMatch?: string;
  /** Width and height of the image. */
  readonly image?: readonly [number, number];
}

/** A request that is refused for what it says, or for what is stored: at both doors alike. */
export interface Wrong extends Asked {
  /** Code and reasons, each with its field: `INVALID FIELD_REQUIRED:name`; fields as v2.1 calls them. */
  readonly told: string;
  /** SQL that comes before. */
  readonly given?: (at: At) => string;
  /** It is the last of so many that is refused. */
  readonly times?: number;
}

/** One write, at both doors. */
export interface Write {
  readonly name: string;
  readonly mutation: string;
  /** Of test/fixtures/paths.json. */
  readonly row: string;
  /** What stands in the places of the path, in their order. */
  readonly ids: (at: At) => readonly string[];
  readonly body?: (at: At) => Json;
  readonly input: (at: At) => Json;
  readonly hasFile?: true;
  /** The predicates that decide. */
  readonly asks: readonly Rule[];
  readonly truth: Truth;
  /** What is told of it to those who do not see the event. */
  readonly unseen?: Reason;
  /** What it has left, by a query for one text, and what that is for each role. */
  readonly leaves?: { readonly query: string; readonly by: Readonly<Partial<Record<Role, string>>> };
  readonly wrong: readonly Wrong[];
}

/** Fields that are called the same at both doors. */
export const same = (fields: Json) => ({ body: fields, input: fields });

/** Where a thing may be done once, the second time is too much. */
export const tooOften: Wrong = { by: 'stranger', told: 'RATE_LIMITED RATE_LIMITED', times: 2 };
