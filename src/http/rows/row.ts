import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { DocumentNode } from 'graphql';
import type { Context } from '../../core/context.js';
import type { CachePolicy } from '../match.js';
import type { HttpErrorData } from '../http-error.js';
import type { Reply } from '../send.js';
import type { Pieces } from '../write-pieces.js';

/** A request for a row. */
export interface RowRequest<Parameter extends string = string> {
  /** Path as received, without the query string. */
  readonly path: string;
  readonly params: Readonly<Record<Parameter, string>>;
  /** The parameters that the row has; all others are ignored. */
  readonly query: URLSearchParams;
  /** Scheme, host and port under which the client reached the service. */
  readonly origin: string;
  /** Name of the service. */
  readonly productName: string;
  /** Time of the request, in seconds since 1970. */
  readonly now: number;
  /** Maximum number of records in a list. */
  readonly maxPageSize: number;
}

/** Parameter names of a path such as `/feeds/talks/:id.ics`. */
type ParametersOf<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? ParameterOf<Segment> | ParametersOf<Rest>
  : ParameterOf<Path>;
type ParameterOf<Segment extends string> = Segment extends `:${infer Name}.${string}`
  ? Name
  : Segment extends `:${infer Name}`
    ? Name
    : never;

interface Answer<Path extends string, Data, Variables> {
  /** Null if the query string is invalid: the response is 400. */
  readonly variables: (request: RowRequest<ParametersOf<Path>>) => Variables | null;
  /** Null if there is no such record: the response is 404. */
  readonly reply: (data: Data, request: RowRequest<ParametersOf<Path>>) => RowReply | null;
  /** Names of its query parameters; none by default. */
  readonly parameters?: readonly string[];
  /** Cache policy of anonymous requests, as in `Match`; null if responses are never cached. */
  readonly cache: CachePolicy | null;
  /** The kind of the record whose ID is the first parameter, if `cache` shows the subject. */
  readonly kind?: 'events' | 'talks' | 'tracks' | 'users';
  /** Whether the first parameter is the secret of a personal calendar, whose owner is the viewer. Never cached. */
  readonly isPersonal?: boolean;
  /** Whether the path contains a secret: neither caches nor scripts of other origins get the response. */
  readonly isSecret?: boolean;
  /** Whether the response shows a list of up to `maxPageSize` records; large ones are computed one at a time. */
  readonly isList?: boolean;
}

/** A successful response, whose status is 200 by default. */
export interface RowReply extends Pick<Reply, 'headers'>, Partial<Pick<Reply, 'status' | 'uncacheable'>> {
  /** In pieces if it may be long. */
  readonly body: string | Pieces;
}

/** Responds to a user who is logged in. Errors of the core, such as 404, are those of the response. */
type Download = (context: Context, request: RowRequest<string>) => Promise<Reply>;

/** A path that responds to GET: its stored operation, the variables and the reply. */
export interface Row {
  readonly path: string;
  /** Null if the reply depends on no data. */
  readonly operation: DocumentNode | null;
  readonly answer: Answer<string, unknown, Readonly<Record<string, unknown>>>;
  /** Responds in place of the operation, whose result would be too large to hold in memory. */
  readonly download?: Download;
}

/** Rows beside the REST facade, such as the feeds. */
export interface RowTable {
  readonly rows: readonly Row[];
  /** Maximum number of records in a list, if it is less than `MAX_RESULTS`. */
  readonly maxRecords?: number;
  /** Stored operations of the scripts of these rows. */
  readonly scriptOperations?: readonly DocumentNode[];
  /** Renders an error for the clients of these rows. */
  readonly render: (error: HttpErrorData, request: Pick<RowRequest, 'path' | 'productName'>) => Reply;
}

/** Defines a row. The type parameters are erased: the endpoint only combines functions of the same row. */
export function row<Path extends `/${string}`, Data, Variables>(
  path: Path,
  operation: TypedDocumentNode<Data, Variables>,
  answer: Answer<Path, Data, Variables>,
): Row {
  return { path, operation, answer: answer as unknown as Row['answer'] };
}

/** Defines a row whose reply is the same for every request. */
export const staticRow = (path: string, reply: RowReply): Row => ({
  path,
  operation: null,
  answer: { variables: () => ({}), reply: () => reply, cache: null },
});

/** Defines a row that streams a file to a user who is logged in. Never cached. */
export const downloadRow = (path: string, download: Download): Row => ({
  path,
  operation: null,
  answer: { variables: () => ({}), reply: () => null, cache: null },
  download,
});

/** Metrics label of a row: `GET /feeds/talks/:id.ics`. */
export const labelOf = ({ path }: Row): string => `GET ${path}`;
