import { address, count, named, objectOf, listOf, type JsonSchema } from './json-schema.js';
import type { Members } from './member.js';

/** What a row answers when all is well. */
export interface Answers {
  readonly status: number;
  readonly description: string;
  /** Undefined: there is no body. */
  readonly schema?: JsonSchema;
  /** A list of which a part is answered: it takes `start` and `resultsperpage`. */
  readonly isPaged?: true;
  /** What the header leads to. */
  readonly location?: string;
  readonly contentLocation?: string;
}

/** What the document tells of a row beside what the row itself and the graph say. */
export interface Described {
  /** A few words. */
  readonly summary: string;
  /** Empty where the row always says no. */
  readonly answers: readonly Answers[];
  /** What else stands in the query. */
  readonly query?: Members;
  readonly body?: Members;
  /** Where the name of the stored operation is taken by another row. */
  readonly id?: string;
  /** Where the graph's description does not fit. */
  readonly description?: string;
  /** Only for users who are logged in, though the row leaves it to the graph to say so. */
  readonly login?: true;
  /** How it can fail beyond what its description says. */
  readonly statuses?: readonly number[];
}

/** Rows by their patterns. */
export type Operations = Readonly<Record<string, Described>>;

type Found = readonly [Answers];

const envelope = (name: string, record: string, meta: string): JsonSchema =>
  objectOf({ [name]: { ...listOf(named(record)), description: 'The records.' }, meta: named(meta) });

/** A page of a list, under the name of its records. */
export const page = (name: string, record: string): Found => [
  { status: 200, description: 'A part of the list.', schema: envelope(name, record, 'PageMeta'), isPaged: true },
];
/** A short list that is always answered whole. */
export const all = (name: string, record: string): Found => [
  { status: 200, description: 'The whole list.', schema: envelope(name, record, 'PageMeta') },
];
/** One record, in a list of one. */
export const single = (name: string, record: string): Found => [
  { status: 200, description: 'The record, in a list of one.', schema: envelope(name, record, 'PageMeta') },
];
/** An object of its own. */
export const bare = (members: Readonly<Record<string, JsonSchema>>): Found => [
  { status: 200, description: 'What was asked for.', schema: objectOf({ ...members, meta: named('Meta') }, ['meta']) },
];

/** @param location what the header leads to */
export const done = (location: string): Found => [{ status: 200, description: 'Done.', location }];
export const created = (location: string): Found => [{ status: 201, description: 'Made.', location }];
export const accepted = (location: string): Found => [{ status: 202, description: 'Accepted.', location }];
export const changed = (location: string): Found => [{ status: 204, description: 'Changed.', location }];
export const seen = (location: string): Found => [{ status: 302, description: 'See there.', location }];
/** Where there is nothing left to look at. */
export const gone: Found = [{ status: 204, description: 'Done.' }];
export const taken: Found = [{ status: 202, description: 'Accepted.' }];

/** Something new, told as reading it would tell it. */
export const createdRecord = (name: string, record: string, location: string): Found => [
  { status: 201, description: 'Made.', schema: envelope(name, record, 'PageMeta'), location },
];

const userUri = {
  ...address,
  description: 'Who is asking: your token was accepted. Only for users who are logged in.',
};

/** `meta` of lists, and of other answers (contract §1.6). */
export const metas: Readonly<Record<string, JsonSchema>> = {
  PageMeta: objectOf(
    {
      count: { ...count, description: 'How many records there are in this answer.' },
      total: { ...count, description: 'How many there are in the whole list.' },
      this_page: { ...address, description: 'This answer.' },
      next_page: { ...address, description: 'The next part of the list. Only where there is one.' },
      prev_page: { ...address, description: 'The part before. Only where there is one.' },
      user_uri: userUri,
    },
    ['next_page', 'prev_page', 'user_uri'],
    'About the list.',
  ),
  Meta: objectOf(
    { count: { ...count, description: 'How many there are. Only of lists.' }, user_uri: userUri },
    ['count', 'user_uri'],
    'About the answer.',
  ),
};
