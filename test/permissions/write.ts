import type * as rules from '../../src/core/rules.js';
import type { Reason } from '../../src/core/errors.js';
import type { Role, Truth } from './truth.js';
import type { At } from './world.js';

type Json = Readonly<Record<string, unknown>>;

/** The predicates of `src/core/rules.ts` about permissions. */
export type Rule = Extract<keyof typeof rules, `may${string}` | `needs${string}`>;

/** Deviations of one request from the write of the table. */
export interface Asked {
  readonly by: Role;
  /** Another target, or other users, than those of the write. */
  readonly about?: (at: At) => At;
  readonly body?: Json;
  readonly input?: Json;
  /** The whole header, instead of the role's own token. */
  readonly authorization?: string;
  /** The entity tag for If-Match, in v2.1. */
  readonly ifMatch?: string;
  /** Width and height of the image. */
  readonly image?: readonly [number, number];
}

/** A request that both APIs reject alike, for its contents or the stored data. */
export interface Wrong extends Asked {
  /** Code and reasons, each with its field: `INVALID FIELD_REQUIRED:name`; fields as named in v2.1. */
  readonly told: string;
  /** SQL that prepares the data. */
  readonly given?: (at: At) => string;
  /** The last of this many requests is rejected. */
  readonly times?: number;
}

/** One write, in REST and GraphQL. */
export interface Write {
  readonly name: string;
  readonly mutation: string;
  /** Of test/fixtures/paths.json. */
  readonly row: string;
  /** Values of the path parameters in order. */
  readonly ids: (at: At) => readonly string[];
  readonly body?: (at: At) => Json;
  readonly input: (at: At) => Json;
  readonly hasFile?: true;
  /** The predicates that decide. */
  readonly asks: readonly Rule[];
  readonly truth: Truth;
  /** The outcome for callers who cannot see the event. */
  readonly unseen?: Reason;
  /** The resulting value, by a query for one text, and its expectation by role. */
  readonly leaves?: { readonly query: string; readonly by: Readonly<Partial<Record<Role, string>>> };
  readonly wrong: readonly Wrong[];
}

/** Fields with the same name in REST and GraphQL. */
export const same = (fields: Json) => ({ body: fields, input: fields });

/** A limit of one: the second request is rejected. */
export const tooOften: Wrong = { by: 'stranger', told: 'RATE_LIMITED RATE_LIMITED', times: 2 };
