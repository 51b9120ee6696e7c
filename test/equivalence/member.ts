import type { Data } from '../graphql/ask.js';

/**
 * What v2.1 records are made of, written from the contract alone: a table for each kind of record (records/), each line of
 * which tells what to ask the graph for and what follows from that. Nothing here knows how the facade does it.
 */

/** What a member may depend on besides its record. */
export interface Asking {
  /** Scheme, host and port of the service. */
  readonly base: string;
  /** Who is asking, as the graph tells it. */
  readonly viewer: { readonly id: string; readonly isAdmin: boolean } | null;
  readonly verbose: boolean;
}

/** What a member says; undefined: it is absent. */
type Value = (node: Data, asking: Asking) => unknown;

/** One member of a v2.1 record, in the place where it stands. */
export interface Member {
  readonly name: string;
  /** What the graph is asked for. */
  readonly asked: string;
  readonly value: Value;
  /** The form that alone has it; both have it otherwise. */
  readonly only?: 'normal' | 'verbose';
}

/** A member: the value of the one field that is asked for, unless something else follows from it. */
export function member(name: string, asked: string, value: Value = (node) => node[asked]): Member {
  return { name, asked, value };
}

/** Members of one form only. */
export const only = (form: 'normal' | 'verbose', members: readonly Member[]): Member[] =>
  members.map((one) => ({ ...one, only: form }));

const ofForm = (members: readonly Member[], verbose: boolean) =>
  members.filter((one) => one.only === undefined || (one.only === 'verbose') === verbose);

/** What to ask the graph for. */
export function selectionOf(members: readonly Member[], verbose: boolean): string {
  return [...new Set(ofForm(members, verbose).map(({ asked }) => asked))].join(' ');
}

/** The v2.1 record of what the graph answered. */
export function project(members: readonly Member[], node: Data, asking: Asking): object {
  const values = ofForm(members, asking.verbose).map(({ name, value }) => [name, value(node, asking)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The address of the record itself (contract §1.10). */
export const address =
  (collection: string, id: (node: Data) => string | undefined = (node) => node.id, below = ''): Value =>
  (node, { base }) => {
    const number = id(node);
    return number === undefined ? undefined : `${base}/v2.1/${collection}/${number}${below}`;
  };

/** Halves are rounded up; 0 when nobody rated (contract §4.5). */
export const wholeAverage: Value = ({ ratings }) => Math.round(ratings.average ?? 0);

/** Flags are numbers (contract §1.8). */
export const flag =
  (field: string): Value =>
  (node) =>
    Number(node[field]);
