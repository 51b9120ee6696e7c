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

/** One documented method and path. */
export interface Row {
  readonly method: Method;
  readonly path: string;
  /** Undefined while the write behind the row has not been built: it answers 501. */
  readonly answer?: Answer<string, unknown, Readonly<Record<string, unknown>>>;
  /** What everybody is told, with 501, where v2.1 has a path for something that this service does not do. */
  readonly refusal?: string;
}

/** A row of the table: a pattern, the operation that answers it, its variables, and what the result looks like in v2.1. */
export function route<Path extends Pattern, Data, Variables>(
  pattern: Path,
  answer: Answer<Path, Data, Variables>,
): Row {
  // Inside the table every row has its own types; the dispatcher pairs each operation with its own functions only.
  return { ...parse(pattern), answer: answer as unknown as NonNullable<Row['answer']> };
}

/** A documented row whose operation does not exist yet. */
export function unbuilt(pattern: Pattern): Row {
  return parse(pattern);
}

/** A documented row for something that this service does not do: it always says no. */
export function refusing(pattern: Pattern, sentence: string): Row {
  return { ...parse(pattern), refusal: sentence };
}

function parse(pattern: Pattern): Row {
  const [method, path] = pattern.split(' ') as [Method, string];
  return { method, path };
}
