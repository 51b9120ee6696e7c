import type { ErrorCode, ErrorReason, TypedDocumentString } from './operations.generated.js';

/** The address of the service, and the viewer's token. */
export interface Graph {
  readonly base: string;
  readonly token?: string;
}

/** Machine-readable error; the schema describes each code and each reason. */
export interface Failure {
  readonly code: ErrorCode;
  readonly problems: readonly {
    readonly reason: ErrorReason;
    readonly field?: string;
    readonly limit?: number;
    /** Valid values near to the invalid one, the likeliest first. */
    readonly suggestions?: readonly string[];
  }[];
  /** Seconds. */
  readonly retryAfter?: number;
  /** Identifies the request in the operator's log. */
  readonly requestId: string;
}

export class GraphFailure extends Error {
  constructor(
    message: string,
    readonly failure: Failure,
  ) {
    super(message);
  }
}

/** @throws GraphFailure for an error returned by the graph; any other error means that it was not reached */
export async function ask<Data, Variables>(
  graph: Graph,
  document: TypedDocumentString<Data, Variables>,
  variables: NoInfer<Variables>,
): Promise<Data> {
  const response = await fetch(`${graph.base}/graphql`, {
    method: 'POST',
    headers: { ...headersOf(graph), 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: document.toString(), variables }),
  });
  return dataOf(response);
}

export function headersOf({ token }: Graph): Record<string, string> {
  const accept = { Accept: 'application/graphql-response+json, application/json;q=0.9' };
  return token === undefined ? accept : { ...accept, Authorization: `Bearer ${token}` };
}

/** Returns the data of a response. Throws if it has `errors`, even with partial data. */
export async function dataOf<Data>(response: Response): Promise<Data> {
  const isAnswer = response.headers.get('Content-Type')?.includes('json') ?? false;
  if (!isAnswer) throw new Error(`Unexpected non-JSON response with status ${response.status}`);
  const { data, errors = [] } = (await response.json()) as {
    readonly data?: Data;
    readonly errors?: readonly { readonly message: string; readonly extensions: Failure }[];
  };
  const [error] = errors;
  if (error) throw new GraphFailure(error.message, error.extensions);
  return data as Data;
}
