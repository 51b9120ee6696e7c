import { ask as askGraph, type Data } from '../graphql/ask.js';
import { ask as askRest } from '../rest/ask.js';
import { onOneDay } from '../support/one-day.js';
import type { TestService } from '../support/service.js';
import { picked, type Choice } from './choice.js';
import type { Asking } from './member.js';
import type { Pools } from './pools.js';
import { addressOf, partOf, placeOf, type Question } from './question.js';
import type { Row } from './rows.js';
import type { Expected } from './shape.js';

/** The response of one API: a record, or an error. */
export type Reply = Expected | { readonly status: number; readonly code: string; readonly reasons: readonly string[] };

/** The status for each error code (decisions no. 6). */
const statuses: Readonly<Record<string, number>> = {
  INVALID: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
};
const notThere: Reply = { status: 404, code: 'NOT_FOUND', reasons: ['RECORD_UNKNOWN'] };

/** Types of the variables of operations. */
const types: Readonly<Record<string, string>> = {
  ...{ id: 'ID!', offset: 'Int', limit: 'Int', name: 'String!', words: 'String!' },
  ...{ filter: 'EventFilter', title: 'String', stub: 'String', tags: '[String!]' },
  ...{ username: 'String', keyword: 'String' },
  ...{ from: 'TolerantDateTime', until: 'TolerantDateTime' },
};

export function questionAbout({ path, pool, narrow }: Row, choice: Choice, pools: Pools): Question {
  const params = (pool && picked(pools[pool], choice.target)) ?? {};
  const { parameters, variables } = narrow?.(choice, pools) ?? { parameters: [], variables: {} };
  return {
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
    narrowing: parameters,
    verbose: choice.verbose,
    start: choice.start,
    size: choice.size,
    variables: { ...params, ...variables },
  };
}

/** The GraphQL operation that is equivalent to a row. */
function operationFor({ at, shape }: Row, verbose: boolean): string {
  const selection = at.length === 0 ? '' : `${at.join(' { ')} ${shape.selection(verbose)}${' }'.repeat(at.length - 1)}`;
  const names = new Set([...selection.matchAll(/\$(\w+)/g)].map(([, name = '']) => name));
  const declared = [...names].map((name) => `$${name}: ${types[name]}`).join(', ');
  return `query ${declared && `(${declared})`} { viewer { id isAdmin } ${selection} }`;
}

function found(data: Data, { at }: Row): Data {
  return at.reduce((value, field) => value && value[/^\w+/.exec(field)?.[0] ?? ''], data);
}

/** The expected v2.1 response, computed from the GraphQL response. */
async function graphqlReply(service: TestService, row: Row, question: Question, token?: string): Promise<Reply> {
  const part = partOf(question);
  const { start } = part;
  // GraphQL may choose the offset only if v2.1 would choose it.
  const chooses = start === undefined && question.variables['filter'] === 'ALL';
  const { offset = chooses ? undefined : 0, limit } = placeOf(part);
  const operation = operationFor(row, question.verbose);
  const { data, errors } = await askGraph(service, operation, {
    token,
    variables: { ...question.variables, offset, limit },
  });
  const [error] = errors;
  if (error) {
    const { code, problems } = error.extensions;
    return { status: statuses[code] ?? 0, code, reasons: problems.map(({ reason }) => reason) };
  }
  const asking: Asking = { base: service.base, viewer: data.viewer, verbose: question.verbose };
  const record = found(data, row);
  return (record === null ? null : row.shape.expected(record, question, asking)) ?? notThere;
}

async function restReply(service: TestService, question: Question, token?: string): Promise<Reply> {
  const headers = { Accept: 'application/json, application/problem+json' };
  const { status, text } = await askRest(service, addressOf(question), { token, headers });
  const body = JSON.parse(text);
  if (status === 200) return { status, body };
  return { status, code: body.code, reasons: body.problems.map(({ reason }: Data) => reason) };
}

/** Responses of both APIs to one request. */
export async function askBothApis(service: TestService, row: Row, question: Question, token?: string) {
  const [expected, answered] = await onOneDay(() =>
    Promise.all([graphqlReply(service, row, question, token), restReply(service, question, token)]),
  );
  return { expected, answered };
}
