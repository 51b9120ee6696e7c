import type { RecordTable } from '../../rest-facade/table/member.js';
import type { Data } from '../graphql/ask.js';

/**
 * The expected members of v2.1 records (records/). Conversions, links and conditions are written from the contract: no
 * expected value is computed by the facade. From the tables of the facade, the test takes only the names of members,
 * their order (which the recordings check), and which of them show a GraphQL field unchanged.
 */

/** Inputs of a member besides its record. */
export interface Asking {
  /** Origin of the service. */
  readonly base: string;
  /** The viewer, as returned by GraphQL. */
  readonly viewer: { readonly id: string; readonly isAdmin: boolean } | null;
  readonly verbose: boolean;
}

/** The value of a member; undefined: it is absent. */
type Value = (node: Data, asking: Asking) => unknown;

/** One member of a v2.1 record, in wire order. */
export interface Member {
  readonly name: string;
  /** The GraphQL selection. */
  readonly asked: string;
  readonly value: Value;
  /** The only form that has it; both if undefined. */
  readonly only?: 'normal' | 'verbose';
}

/** A member: by default the value of the one selected field. */
export function member(name: string, asked: string, value: Value = (node) => node[asked]): Member {
  return { name, asked, value };
}

/** Members of one form only. */
export const only = (form: 'normal' | 'verbose', members: readonly Member[]): Member[] =>
  members.map((one) => ({ ...one, only: form }));

/** Expectations for the members of a record that do not show one field unchanged, by name. */
export type Expectations = Readonly<Record<string, Omit<Member, 'name' | 'only'>>>;

/** An expectation: the GraphQL selection, and the value computed from it. */
export const as = (asked: string, value: Value): Expectations[string] => ({ asked, value });

/**
 * The expected members of a record.
 *
 * @throws Error if a converted member lacks an expectation, or an unchanged one has one
 */
export function membersOf({ recordName, members }: RecordTable, expectations: Expectations): Member[] {
  const extra = Object.keys(expectations).filter((name) => {
    const known = members[name];
    return !known || (known.plain !== undefined && known.only === undefined);
  });
  if (extra.length > 0) throw new Error(`${recordName} shows ${extra.join(', ')} unchanged, or not at all`);
  const expected = Object.entries(members).map(([name, { plain, only: when, isVerbose, verboseAfter }]) => {
    const how = plain === undefined || when !== undefined ? expectations[name] : plainMember(plain);
    if (!how) throw new Error(`${recordName}.${name} is converted: add its expectation`);
    return { one: { name, ...how }, isVerbose, verboseAfter };
  });
  return expected.flatMap(({ one, isVerbose, verboseAfter }) => {
    const moved = expected.filter((other) => other.verboseAfter === one.name).map((other) => other.one);
    const here = isVerbose ? only('verbose', [one]) : verboseAfter === undefined ? [one] : only('normal', [one]);
    return [...here, ...only('verbose', moved)];
  });
}

function plainMember(path: string): Expectations[string] {
  const fields = path.split('.');
  return as(`${fields.join(' { ')}${' }'.repeat(fields.length - 1)}`, (node) =>
    fields.reduce((value, field) => value?.[field] ?? null, node),
  );
}

const ofForm = (members: readonly Member[], verbose: boolean) =>
  members.filter((one) => one.only === undefined || (one.only === 'verbose') === verbose);

/** The GraphQL selection of a record. */
export function selectionOf(members: readonly Member[], verbose: boolean): string {
  return [...new Set(ofForm(members, verbose).map(({ asked }) => asked))].join(' ');
}

/** The v2.1 record for a GraphQL record. */
export function project(members: readonly Member[], node: Data, asking: Asking): object {
  const values = ofForm(members, asking.verbose).map(({ name, value }) => [name, value(node, asking)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The URL of the record itself (contract §1.10). */
export const address =
  (collection: string, id: (node: Data) => string | undefined = (node) => node.id, below = ''): Value =>
  (node, { base }) => {
    const number = id(node);
    return number === undefined ? undefined : `${base}/v2.1/${collection}/${number}${below}`;
  };

/** Halves are rounded up; 0 without ratings (contract §4.5). */
export const wholeAverage: Value = ({ ratings }) => Math.round(ratings.average ?? 0);

/** Flags are numbers (contract §1.8). */
export const flag =
  (field: string): Value =>
  (node) =>
    Number(node[field]);
