import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { DocumentNode } from 'graphql';
import type { IncomingMessage } from 'node:http';
import type { Context } from '../../core/context.js';
import { DomainError, type ErrorCode, type Failure, type Outcome } from '../../core/errors.js';
import { HttpError, type HttpErrorData } from '../http-error.js';
import type { Endpoint } from '../exchange.js';
import type { CachePolicy, Match } from '../match.js';
import type { Reply } from '../send.js';
import { isPieces, writePieces, type Pieces } from '../write-pieces.js';
import type { Pattern } from './router.js';

/** A request for a row. */
export interface RowRequest<Parameter extends string = string> {
  /** Path as received, without the query string. */
  readonly path: string;
  readonly params: Readonly<Record<Parameter, string>>;
  /** The parameters that the row has; all others are ignored. */
  readonly query: URLSearchParams;
  /** Scheme, host and port under which the client reached the service; empty for an unknown `Host`. */
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

/** How the stages treat the requests of a row. */
interface Policy {
  /** Names of its query parameters; none by default. */
  readonly parameters?: readonly string[];
  /** Cache policy of anonymous requests, as in `Match`; by default, responses are never cached. */
  readonly cache?: CachePolicy | null;
  /** The kind of the record whose ID is the first parameter, if `cache` shows the subject. */
  readonly kind?: 'events' | 'talks' | 'tracks' | 'users';
  /** Whether anonymous callers are rejected. */
  readonly login?: Match['login'];
  /** Whether the first parameter is the secret of a personal calendar, whose owner is the viewer. Never cached. */
  readonly isPersonal?: boolean;
  /** Whether the path contains a secret: neither caches nor scripts of other origins get the response. */
  readonly isSecret?: boolean;
  /** Whether the response shows a list of up to `maxPageSize` records; large ones are computed one at a time. */
  readonly isList?: boolean;
}

interface Answer<Path extends string, Data, Variables> extends Policy {
  /** Null if the query string is invalid: the response is 400. */
  readonly variables: (request: RowRequest<ParametersOf<Path>>) => Variables | null;
  /** Null if there is no such record: the response is 404. */
  readonly reply: (data: Data, request: RowRequest<ParametersOf<Path>>) => RowReply | null;
}

/** A successful response, whose status is 200 by default. */
export interface RowReply extends Pick<Reply, 'headers'>, Partial<Pick<Reply, 'status' | 'uncacheable' | 'tag'>> {
  /** In pieces if it may be long. */
  readonly body: string | Buffer | Pieces;
}

/** What a row responds from. */
export interface RowSources {
  /** Executes a stored operation. */
  readonly execute: (operation: DocumentNode, variables: Readonly<Record<string, unknown>>) => Promise<Outcome>;
  /** For rows that are no operation. */
  readonly context: () => Promise<Context>;
  readonly incoming: IncomingMessage;
}

/** One method of a path of the service. */
export interface Row extends Pattern {
  /** Null if it executes no stored operation. */
  readonly operation: DocumentNode | null;
  readonly policy: Policy;
  /** Rejects with `HttpError` if the request fails, which the table of the row renders. */
  readonly respond: (request: RowRequest, sources: RowSources) => Promise<Reply>;
}

/** Rows beside the REST facade, such as the feeds. */
export interface RowTable extends Partial<Pick<Endpoint<Match>, 'credentials' | 'isSameOrigin' | 'unmatchedRoute'>> {
  readonly rows: readonly Row[];
  /** Which requests it serves, in the way of another row with the same path; by default all. */
  readonly accepts?: (request: IncomingMessage) => boolean;
  /** Maximum number of records in a list, if it is less than `MAX_RESULTS`. */
  readonly maxRecords?: number;
  /** Stored operations of the scripts of these rows. */
  readonly scriptOperations?: readonly DocumentNode[];
  /** Renders an error for the clients of these rows. */
  readonly render: (error: HttpErrorData, request: RowRequest) => Reply;
}

/**
 * Defines a path that responds to GET: its stored operation, the variables and the reply. The type parameters are erased:
 * a row only combines functions of its own.
 */
export function row<Path extends `/${string}`, Data, Variables extends Readonly<Record<string, unknown>>>(
  path: Path,
  operation: TypedDocumentNode<Data, Variables>,
  { variables, reply, ...policy }: Answer<Path, Data, Variables>,
): Row {
  const respond: Row['respond'] = async (request, { execute }) => {
    const values = variables(request);
    if (!values) throw new HttpError(400, 'INVALID', 'REQUEST_INVALID');
    const { data, failure } = await execute(operation, values);
    if (failure) throw errorOf(failure);
    const found = reply(data as Data, request);
    if (!found) throw new HttpError(404, 'NOT_FOUND', 'RECORD_UNKNOWN');
    const { body, ...rest } = found;
    return { status: 200, ...rest, ...(isPieces(body) ? await writePieces(body) : { body }) };
  };
  return { method: 'GET', path, operation, policy, respond };
}

/** Defines a row whose reply is the same for every request; created at the first one. */
export function staticRow(path: string, create: () => Reply | (RowReply & { readonly body: string | Buffer })): Row {
  let reply: Promise<Reply> | undefined;
  const respond = () => (reply ??= Promise.resolve({ status: 200, ...create() }));
  return { method: 'GET', path, operation: null, policy: {}, respond };
}

/** Defines rows that call the core themselves, whose errors are those of the response. */
export const coreRows = (
  methods: readonly string[],
  path: string,
  respond: Row['respond'],
  policy: Policy = {},
): Row[] =>
  methods.map((method) => ({
    ...{ method, path, operation: null, policy },
    respond: (request, sources) =>
      respond(request, sources).catch((error: unknown) => {
        throw error instanceof DomainError && statuses.has(error.code) ? errorOf(error) : error;
      }),
  }));

/** HTTP status of errors that rows may have; anything else is a defect. */
const statuses: ReadonlyMap<ErrorCode, number> = new Map([
  ['INVALID', 400],
  ['UNAUTHENTICATED', 401],
  ['FORBIDDEN', 403],
  ['NOT_FOUND', 404],
  ['TOO_LARGE', 413],
  ['RATE_LIMITED', 429],
  ['UNAVAILABLE', 503],
]);
/** HTTP status of reasons that differ from that of their code. */
const statusesOfReasons: ReadonlyMap<string, number> = new Map([['CURSOR_EXPIRED', 410]]);

function errorOf({ code, problems }: Failure): HttpError {
  const status = statusesOfReasons.get(problems[0]?.reason ?? '') ?? statuses.get(code) ?? 500;
  return new HttpError(status, code, problems[0]?.reason ?? '', status === 503 ? { 'Retry-After': '2' } : {});
}
