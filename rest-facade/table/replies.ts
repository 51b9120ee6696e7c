import { address, count, listOf, named, objectOf, type JsonSchema } from '../wire/json-schema.js';
import type { AskingFragment } from '../operations/documents.generated.js';
import type { RecordTable } from './member.js';
import type { PlainReply, WireRequest } from '../wire/request.js';
import { bareOf, pageOf, partOf, recordOf, type GraphPage, type Shape } from '../wire/envelope.js';

/** A success response of a row, for the OpenAPI document. */
export interface SuccessResponse {
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

/** The reply of a row: converts the result of its operation, and documents the responses. */
export interface Replying<in Data, in Request = WireRequest> {
  (data: Data, request: Request): PlainReply;
  readonly responses: readonly SuccessResponse[];
}

export const replying = <Data, Request>(
  responses: readonly SuccessResponse[],
  reply: (data: Data, request: Request) => PlainReply,
): Replying<Data, Request> => Object.assign((data: Data, request: Request) => reply(data, request), { responses });

/** The schema of records under the name of their type, with `meta`. */
const envelope = (name: string, record: string): JsonSchema =>
  objectOf({ [name]: { ...listOf(named(record)), description: 'The records.' }, meta: named('PageMeta') });

/** A complete list, never paginated. */
export const listResponse = (name: string, record: string): SuccessResponse => ({
  ...{ status: 200, description: 'The complete list.', schema: envelope(name, record) },
});

/** One record, in a one-element array. */
export const recordResponse = (name: string, record: string): SuccessResponse => ({
  ...{ status: 200, description: 'The record, in a one-element array.', schema: envelope(name, record) },
});

/** A new record, represented as in a GET response. */
export const createdRecordResponse = (name: string, record: string, location: string): SuccessResponse => ({
  ...{ status: 201, description: 'Created.', schema: envelope(name, record), location },
});

/** An object without an envelope. */
export const bareResponse = (members: Readonly<Record<string, JsonSchema>>): SuccessResponse => ({
  status: 200,
  description: 'The requested object.',
  schema: objectOf({ ...members, meta: named('Meta') }, ['meta']),
});

type Table<Node> = Shape<Node> & Pick<RecordTable, 'recordName'>;

const pageResponse = (name: string, { recordName }: Pick<RecordTable, 'recordName'>): SuccessResponse => ({
  ...{ status: 200, description: 'A page of the list.', schema: envelope(name, recordName), isPaged: true },
});

/** A page of a list, under the name of its record type. */
export const page = <Node, Data extends AskingFragment>(
  name: string,
  record: Table<Node>,
  select: (data: Data, request: WireRequest) => GraphPage<Node>,
): Replying<Data> =>
  replying([pageResponse(name, record)], (data, request) => pageOf(name, select(data, request), record, request, data));

/** A page of a short list that GraphQL returns in full. */
export const part = <Node, Data extends AskingFragment>(
  name: string,
  record: Table<Node>,
  select: (data: Data, request: WireRequest) => readonly Node[],
): Replying<Data> =>
  replying([pageResponse(name, record)], (data, request) => partOf(name, select(data, request), record, request, data));

/** @param missing message of the 404 response if the record is null */
export const single = <Node, Data extends AskingFragment>(
  name: string,
  record: Table<Node>,
  missing: string,
  select: (data: Data, request: WireRequest) => Node | null,
): Replying<Data> =>
  replying([recordResponse(name, record.recordName)], (data, request) =>
    recordOf(name, select(data, request), record, missing, request, data),
  );

/** An object without an envelope. */
export const bare = <Data extends AskingFragment>(
  members: Readonly<Record<string, JsonSchema>>,
  select: (data: Data, request: WireRequest) => object,
): Replying<Data> => replying([bareResponse(members)], (data, request) => bareOf(select(data, request), request, data));

/** Marks a reply that contains a secret as `no-store`, so that no cache stores it. */
export const unstored = <Data, Request>(reply: Replying<Data, Request>): Replying<Data, Request> =>
  replying(reply.responses, (data, request) => {
    const { headers, ...rest } = reply(data, request);
    return { ...rest, headers: { ...headers, 'Cache-Control': 'no-store' } };
  });

/** Responses with a status and a `Location`, without a body (spec §4). */
const withLocation =
  (status: number, description: string) =>
  <Data, Request>(location: string, locate: (data: Data, request: Request) => string): Replying<Data, Request> =>
    replying([{ status, description, location }], (data, request) => empty(status, locate(data, request)));

export const empty = (
  status: number,
  location: string,
  headers: Readonly<Record<string, string>> = {},
): PlainReply => ({
  ...{ status, headers: { Location: location, ...headers }, body: null },
});

export const done = withLocation(200, 'Done.');
export const created = withLocation(201, 'Created.');
export const accepted = withLocation(202, 'Accepted.');
export const changed = withLocation(204, 'Updated.');

const withoutLocation = (status: number, description: string): Replying<unknown, unknown> =>
  replying([{ status, description }], () => ({ status, body: null }));

/** The resource no longer exists, so there is no `Location`. */
export const gone = withoutLocation(204, 'Done.');

/** The caller may not read the result, so there is no `Location`. */
export const taken = withoutLocation(202, 'Accepted.');

const userUri = { ...address, description: 'The authenticated user. Only with a valid access token.' };

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
