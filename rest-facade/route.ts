import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { Reason } from '../src/core/errors.js';
import type { FieldNames, OwnSentences } from './errors.js';
import type { Reply, WireRequest } from './request.js';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Pattern = `${Method} /${string}`;

/** Parameter names of a pattern. */
type ParametersOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParametersOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

interface Answer<Path extends string, Data, Variables> {
  readonly operation: TypedDocumentNode<Data, Variables>;
  readonly variables: (request: WireRequest<ParametersOf<Path>>) => Variables;
  readonly reply: (data: Data, request: WireRequest<ParametersOf<Path>>) => Reply;
  /**
   * Message for anonymous callers of a row that requires login; checked before the body is read. (GraphQL checks again:
   * this only saves reading the body of a request that would be refused.)
   */
  readonly login?: string;
  /** The body is a multipart form with a file, streamed by `request.upload`; other bodies are JSON or URL-encoded. */
  readonly multipart?: true;
  readonly sentences?: OwnSentences;
  /** Rate limit message with `COMPATIBILITY=legacy`: clients of the original service show it (decisions.md no. 33). */
  readonly legacyRateLimit?: string;
  /** Messages for several problems with the same reason: `{fields}` expands to `'name', 'email'`. */
  readonly together?: Readonly<Partial<Record<Reason, string>>>;
  readonly fieldNames?: FieldNames;
  /** Report only the first of several problems, as the original service does (contract §1.7). */
  readonly firstProblemOnly?: true;
}

interface Place {
  readonly method: Method;
  readonly path: string;
}
type AnyAnswer = Answer<string, unknown, Readonly<Record<string, unknown>>>;

/** A documented method and path: its operation, or the message for an operation that this service does not offer. */
export type Row =
  | (Place & { readonly answer: AnyAnswer; readonly refusal?: undefined })
  | (Place & { readonly answer?: undefined; readonly refusal: string });

/** A row with an operation. */
export type AnsweredRow = Extract<Row, { readonly refusal?: undefined }>;

/** Defines a row: a pattern, its stored operation, the variables and the v2.1 reply. */
export function route<Path extends Pattern, Data, Variables>(
  pattern: Path,
  answer: Answer<Path, Data, Variables>,
): Row {
  // The type parameters are erased here: the dispatcher only combines functions of the same row.
  return { ...parse(pattern), answer: answer as unknown as AnyAnswer };
}

/** Defines a documented row that this service does not offer: it always responds with 501. */
export function refusing(pattern: Pattern, sentence: string): Row {
  return { ...parse(pattern), refusal: sentence };
}

/** Display name of a row: `GET /v2.1/events/:eventId`. */
export const patternOf = ({ method, path }: Row): string => `${method} ${path}`;

function parse(pattern: Pattern): Place {
  const [method, path] = pattern.split(' ') as [Method, string];
  return { method, path };
}
