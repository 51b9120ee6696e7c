import type { TestService } from '../support/service.js';

/** One error of a GraphQL answer, in the shape that decisions.md (Answers, no. 7) promises. */
export interface AnswerError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: {
    readonly code: string;
    readonly problems: readonly { readonly reason: string; readonly field?: string }[];
    readonly requestId: string;
  };
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test reads what its own query asked for
export type Data = any;

/** What an operation may touch, and what its caller may spend on one. */
interface ToldCost {
  readonly rows: number;
  readonly values: number;
  readonly most: { readonly rows: number; readonly values: number };
}

export interface Answer {
  readonly status: number;
  readonly data: Data;
  readonly errors: readonly AnswerError[];
  readonly extensions: { readonly cost?: ToldCost };
}

export interface Asking {
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly token?: string | undefined;
  readonly operationName?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks the graph over HTTP and answers what came back, errors and all. */
export async function ask(service: Pick<TestService, 'base'>, query: string, asking: Asking = {}): Promise<Answer> {
  const { variables, token, operationName, headers } = asking;
  const response = await fetch(`${service.base}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }), ...headers },
    body: JSON.stringify({ query, variables, operationName }),
  });
  const { data = null, errors = [], extensions = {} } = (await response.json()) as Partial<Answer>;
  return { status: response.status, data, errors, extensions };
}

/** Asks what must succeed, and answers the data alone. */
export async function askData(service: TestService, query: string, asking: Asking = {}): Promise<Data> {
  const { data, errors } = await ask(service, query, asking);
  if (errors.length > 0) throw new Error(`The graph answered errors: ${JSON.stringify(errors)}`);
  return data;
}
