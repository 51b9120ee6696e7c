import { deepStrictEqual } from 'node:assert/strict';
import type { TestService } from '../support/service.js';

/** A GraphQL error in the format of decisions no. 7. */
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

/** The `extensions.cost` of an operation, and the limit of its caller. */
interface ReportedCost {
  readonly rows: number;
  readonly values: number;
  readonly most: { readonly rows: number; readonly values: number };
}

export interface Answer {
  readonly status: number;
  readonly data: Data;
  readonly errors: readonly AnswerError[];
  readonly extensions: { readonly cost?: ReportedCost };
}

export interface Asking {
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly token?: string | undefined;
  readonly operationName?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether a query is sent once, because the test counts what it causes. */
  readonly isSentOnce?: boolean;
}

/**
 * Executes an operation over HTTP and returns data and errors. Sends a successful query twice, and requires equal
 * responses: Apollo executes the first one, `schema/repeated-queries.ts` the second one.
 */
export async function ask(service: Pick<TestService, 'base'>, query: string, asking: Asking = {}): Promise<Answer> {
  const answer = await send(service, query, asking);
  const isQuery = !/\bmutation\b/.test(query) && answer.errors.length === 0;
  if (isQuery && asking.isSentOnce !== true) deepStrictEqual(await send(service, query, asking), answer);
  return answer;
}

async function send(service: Pick<TestService, 'base'>, query: string, asking: Asking): Promise<Answer> {
  const { variables, token, operationName, headers } = asking;
  const response = await fetch(`${service.base}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }), ...headers },
    body: JSON.stringify({ query, variables, operationName }),
  });
  const { data = null, errors = [], extensions = {} } = (await response.json()) as Partial<Answer>;
  return { status: response.status, data, errors, extensions };
}

/** Executes an operation that must succeed, and returns its data. */
export async function askData(service: Pick<TestService, 'base'>, query: string, asking: Asking = {}): Promise<Data> {
  const { data, errors } = await ask(service, query, asking);
  if (errors.length > 0) throw new Error(`GraphQL returned errors: ${JSON.stringify(errors)}`);
  return data;
}

/** The code and the problems of each error of an answer. */
export const codesOf = ({ errors }: Answer) => errors.map(({ extensions: { code, problems } }) => [code, problems]);
