import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { Reason } from '../src/errors.js';
import type { FieldNames, OwnSentences } from './errors.js';
import type { Reply, WireRequest } from './request.js';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Pattern = `${Method} /${string}`;

/** The names behind the colons of a pattern. */
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
   * For rows that need somebody who is logged in: what others are told, before anything else of the request is looked at.
   * (The graph asks again: this only spares the service the body of a request that it would refuse.)
   */
  readonly login?: string;
  /** The body is a multipart form with a file, which `request.upload` gives; all others are JSON. */
  readonly multipart?: true;
  readonly sentences?: OwnSentences;
  /** What is said of several problems that are all for one reason: `{fields}` stands for `'name', 'email'`. */
  readonly together?: Readonly<Partial<Record<Reason, string>>>;
  readonly fieldNames?: FieldNames;
}

interface Place {
  readonly method: Method;
  readonly path: string;
}
type AnyAnswer = Answer<string, unknown, Readonly<Record<string, unknown>>>;

/** One documented method and path: how it is answered, or what everybody is told where this service does not do it. */
export type Row =
  | (Place & { readonly answer: AnyAnswer; readonly refusal?: undefined })
  | (Place & { readonly answer?: undefined; readonly refusal: string });

/** A row of the table: a pattern, the operation that answers it, its variables, and what the result looks like in v2.1. */
export function route<Path extends Pattern, Data, Variables>(
  pattern: Path,
  answer: Answer<Path, Data, Variables>,
): Row {
  // Inside the table every row has its own types; the dispatcher pairs each operation with its own functions only.
  return { ...parse(pattern), answer: answer as unknown as AnyAnswer };
}

/** A documented row for something that this service does not do: it always says no, with 501. */
export function refusing(pattern: Pattern, sentence: string): Row {
  return { ...parse(pattern), refusal: sentence };
}

/** How a row is called wherever somebody reads of it: `GET /v2.1/events/:eventId`. */
export const patternOf = ({ method, path }: Row): string => `${method} ${path}`;

function parse(pattern: Pattern): Place {
  const [method, path] = pattern.split(' ') as [Method, string];
  return { method, path };
}
