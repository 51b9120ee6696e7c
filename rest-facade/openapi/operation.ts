import { address, count, named, objectOf, listOf, type JsonSchema } from './json-schema.js';
import type { Members } from './member.js';

/** A success response of a row. */
export interface Answers {
  readonly status: number;
  readonly description: string;
  /** Undefined if the response has no body. */
  readonly schema?: JsonSchema;
  /** The list is paginated by `start` and `resultsperpage`. */
  readonly isPaged?: true;
  /** Target of the `Location` header. */
  readonly location?: string;
  readonly contentLocation?: string;
}

/** Declaration of a row: the parts of its documentation that cannot be derived from the row and GraphQL. */
export interface Described {
  readonly summary: string;
  /** Empty if the row is not offered. */
  readonly answers: readonly Answers[];
  /** Query parameters that only this row accepts. */
  readonly query?: Members;
  readonly body?: Members;
  /** Operation ID, if another row uses the name of the stored operation. */
  readonly id?: string;
  /** Replaces the GraphQL description. */
  readonly description?: string;
  /** Whether login is required, if GraphQL and not the row checks it. */
  readonly login?: true;
  /** Error statuses that cannot be derived from the description. */
  readonly statuses?: readonly number[];
}

/** Declarations by the pattern of their row. */
export type Operations = Readonly<Record<string, Described>>;

type Found = readonly [Answers];

const envelope = (name: string, record: string, meta: string): JsonSchema =>
  objectOf({ [name]: { ...listOf(named(record)), description: 'The records.' }, meta: named(meta) });

/** A page of a list, under the name of its record type. */
export const page = (name: string, record: string): Found => [
  { status: 200, description: 'A page of the list.', schema: envelope(name, record, 'PageMeta'), isPaged: true },
];
/** A short list that is never paginated. */
export const all = (name: string, record: string): Found => [
  { status: 200, description: 'The complete list.', schema: envelope(name, record, 'PageMeta') },
];
/** One record, in a one-element array. */
export const single = (name: string, record: string): Found => [
  { status: 200, description: 'The record, in a one-element array.', schema: envelope(name, record, 'PageMeta') },
];
/** An object without an envelope. */
export const bare = (members: Readonly<Record<string, JsonSchema>>): Found => [
  {
    status: 200,
    description: 'The requested object.',
    schema: objectOf({ ...members, meta: named('Meta') }, ['meta']),
  },
];

/** @param location target of the `Location` header */
export const done = (location: string): Found => [{ status: 200, description: 'Done.', location }];
export const created = (location: string): Found => [{ status: 201, description: 'Created.', location }];
export const accepted = (location: string): Found => [{ status: 202, description: 'Accepted.', location }];
export const changed = (location: string): Found => [{ status: 204, description: 'Updated.', location }];
export const seen = (location: string): Found => [{ status: 302, description: 'Redirect.', location }];
/** A response without `Location`, because the resource no longer exists. */
export const gone: Found = [{ status: 204, description: 'Done.' }];
export const taken: Found = [{ status: 202, description: 'Accepted.' }];

/** A new record, represented as in a GET response. */
export const createdRecord = (name: string, record: string, location: string): Found => [
  { status: 201, description: 'Created.', schema: envelope(name, record, 'PageMeta'), location },
];

const userUri = {
  ...address,
  description: 'The authenticated user. Only with a valid access token.',
};

/** `meta` of lists and of other responses (contract §1.6). */
export const metas: Readonly<Record<string, JsonSchema>> = {
  PageMeta: objectOf(
    {
      count: { ...count, description: 'Number of records on this page.' },
      total: { ...count, description: 'Total number of records.' },
      this_page: { ...address, description: 'This page.' },
      next_page: { ...address, description: 'The next page. Absent on the last page.' },
      prev_page: { ...address, description: 'The previous page. Absent on the first page.' },
      user_uri: userUri,
    },
    ['next_page', 'prev_page', 'user_uri'],
    'Metadata of the list.',
  ),
  Meta: objectOf(
    { count: { ...count, description: 'Number of records. Only for lists.' }, user_uri: userUri },
    ['count', 'user_uri'],
    'Metadata of the response.',
  ),
};
