import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { DocumentNode } from 'graphql';
import type { Reason } from '../../src/core/errors.js';
import type { FieldNames, OwnSentences } from '../wire/errors.js';
import type { Members } from './described-member.js';
import type { Replying } from './replies.js';
import type { WireRequest } from '../wire/request.js';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Pattern = `${Method} /${string}`;

/** Parameter names of a pattern. */
type ParametersOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParametersOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parts of the documentation of a row that cannot be derived from its reply and from GraphQL. */
interface Documentation {
  readonly summary: string;
  /** Replaces the GraphQL description. */
  readonly description?: string;
  /** Operation ID, if another row uses the name of the stored operation. */
  readonly id?: string;
  /** By default that of its group. */
  readonly tag?: Tag;
  /** Query parameters that only this row accepts. */
  readonly query?: Members;
  readonly body?: Members;
  /** Error statuses that cannot be derived from the description. */
  readonly statuses?: readonly number[];
  /** Whether login is required, if GraphQL and not the row checks it. */
  readonly needsLogin?: true;
}

interface Answer<Path extends string, Data, Variables> extends Documentation {
  readonly variables: (request: WireRequest<ParametersOf<Path>>) => Variables;
  readonly reply: Replying<Data, WireRequest<ParametersOf<Path>>>;
  /**
   * Message for anonymous callers of a row that requires login; checked before the body is read. (GraphQL checks again:
   * this only saves reading the body of a request that would be refused.)
   */
  readonly login?: string;
  /** The body is a multipart form with a file, streamed by `request.upload`; other bodies are JSON or URL-encoded. */
  readonly multipart?: true;
  readonly sentences?: OwnSentences;
  /** Rate limit message with `COMPATIBILITY=legacy`: clients of the original service show it (decisions no. 33). */
  readonly legacyRateLimit?: string;
  /** Messages for several problems with the same reason: `{fields}` expands to `'name', 'email'`. */
  readonly together?: Readonly<Partial<Record<Reason, string>>>;
  readonly fieldNames?: FieldNames;
  /** Report only the first of several problems, as the original service does (contract §1.7). */
  readonly firstProblemOnly?: true;
}

interface RoutePattern {
  readonly method: Method;
  readonly path: string;
  readonly documentation: Documentation;
}
type AnyAnswer = Answer<string, unknown, Readonly<Record<string, unknown>>> & { readonly operation: DocumentNode };

/** A documented method and path: its operation, or the message for an operation that this service does not offer. */
export type Row =
  | (RoutePattern & { readonly answer: AnyAnswer; readonly unsupported?: undefined })
  | (RoutePattern & { readonly answer?: undefined; readonly unsupported: string });

/** A row with an operation. */
export type AnsweredRow = Extract<Row, { readonly unsupported?: undefined }>;

/** Defines a row: a pattern, its stored operation, the variables and the v2.1 reply. */
export function route<Path extends Pattern, Data, Variables>(
  pattern: Path,
  operation: TypedDocumentNode<Data, Variables>,
  answer: Answer<Path, Data, Variables>,
): Row {
  // The type parameters are erased here: the dispatcher only combines functions of the same row.
  return { ...parse(pattern), documentation: answer, answer: { operation, ...answer } as unknown as AnyAnswer };
}

/** Defines a documented row that this service does not offer: it always responds with 501. */
export function unsupported(pattern: Pattern, sentence: string, documentation: Documentation): Row {
  return { ...parse(pattern), documentation, unsupported: sentence };
}

function parse(pattern: Pattern): Pick<RoutePattern, 'method' | 'path'> {
  const [method, path] = pattern.split(' ') as [Method, string];
  return { method, path };
}

/** Groups of rows in the OpenAPI document, in the order of a tutorial. */
export const tags = {
  Events: 'Conferences, their attendees and hosts.',
  Talks: 'Talks at events.',
  Tracks: 'Groups of talks at an event.',
  Speakers: 'Speaker names of talks and their accounts.',
  Comments: 'Comments on events and talks.',
  Moderation: 'Reported comments and speaker claims, for hosts.',
  Users: 'User profiles and their activity.',
  Accounts: 'Registration and account recovery.',
  Tokens: 'Login and logout.',
  Applications: 'API clients through which users log in.',
  Reference: 'Reference data for forms.',
  Pages: 'Redirects to HTML pages.',
} as const;

export type Tag = keyof typeof tags;

/** Assigns rows to a group, unless they declare another one. */
export const tagged = (tag: Tag, ...groups: readonly (readonly Row[])[]): Row[] =>
  groups.flat().map((row) => ({ ...row, documentation: { tag, ...row.documentation } }));
