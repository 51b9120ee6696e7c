import { createJudge } from '../openapi/answers.js';
import type { Answered } from './answered.js';
import type { Asked } from './asked.js';

/** The problem of a response, in words that are equal for equal problems; undefined if it is fine. */
export type Oracle = (asked: Asked, answered: Answered) => string | undefined;

/** Texts that only a bug, the database, its driver or the machine would produce. */
const innards =
  /node_modules|dist\/src|\bat \S+ \(|\.[jt]s:\d+|SQLSTATE|syntax error at|violates \w+|relation "|invalid (?:input syntax|byte sequence)|out of range for type|deadlock detected|ECONN[A-Z]+|MikroORM|kysely|pg-boss|(?:Type|Range|Reference|Syntax)Error\b|Cannot read prop|is not a function|\[object \w+\]|native code|\/home\/|\/root\/|\/tmp\//;

/** Statuses for requests whose headers do not fit their contents. */
const ofTheProtocol = /^returns (?:413|417)$/;
const refusedByNode = new Set([400, 408, 413, 417, 431, 501, 505]);
const judge = createJudge();

/** Checks of every response, of REST and GraphQL. */
const everywhere: Oracle = ({ method }, { status, headers, body, isOver }) => {
  if (!isOver) return 'never answers';
  // Node closes the connection without a response to CONNECT.
  if (status === 0) return method === 'CONNECT' ? undefined : 'closes the connection without a response';
  if (status === 503 && headers.get('retry-after') === undefined) return 'returns 503 without Retry-After';
  // Unimplemented routes return 501: social login.
  if (status >= 500 && status !== 503 && status !== 501) return `returns ${status}`;
  const said = innards.exec(body.toString('utf8'));
  if (said) return `says ${said[0].replaceAll(/\d+/g, '0')}`;
  const length = headers.get('content-length');
  if (method !== 'HEAD' && length !== undefined && Number(length) !== body.length && status !== 304)
    return 'announces another length than it sends';
  return undefined;
};

/** Validates v2.1 responses by the OpenAPI document. */
export const restOracle: Oracle = (asked, answered) => {
  const { status, headers, body } = answered;
  const wrong = everywhere(asked, answered);
  if (wrong !== undefined || status === 0) return wrong;
  if (!headers.has('x-request-id')) return refusedByNode.has(status) ? undefined : `returns ${status} without a number`;
  const isJson = headers.get('content-type')?.includes('json') === true;
  const isPacked = headers.has('content-encoding');
  const path = asked.target.replace(/[?#].*$/s, '').replaceAll(/<(\w+):\d+>/g, '1');
  const text = isJson && !isPacked ? body.toString('utf8') : '';
  try {
    const wrongHere = judge({ method: asked.method, path, status, body: text });
    if (wrongHere === undefined || ofTheProtocol.test(wrongHere)) return undefined;
    return wrongHere.replaceAll(/\/\d+/g, '/0').slice(0, 300);
  } catch (error) {
    if (error instanceof SyntaxError) return 'returns invalid JSON';
    throw error;
  }
};

interface GraphAnswer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message?: unknown; readonly extensions?: Readonly<Record<string, unknown>> }[];
}

const graphStatuses = new Set([200, 204, 400, 403, 404, 405, 406, 413, 415, 422, 503]);

/** Validates GraphQL responses: well-formed, each error with a code, but no internal error. */
export const graphOracle: Oracle = (asked, answered) => {
  const { status, headers, body } = answered;
  const wrong = everywhere(asked, answered);
  if (wrong !== undefined || status === 0) return wrong;
  if (!headers.has('x-request-id') && refusedByNode.has(status)) return undefined;
  if (!graphStatuses.has(status)) return `returns ${status}`;
  const isBare = asked.method === 'HEAD' || asked.method === 'OPTIONS' || headers.has('content-encoding');
  if (isBare || headers.get('content-type')?.includes('json') !== true) return undefined;
  try {
    return wrongWith(JSON.parse(body.toString('utf8')) as GraphAnswer | null);
  } catch (error) {
    if (error instanceof SyntaxError) return 'returns invalid JSON';
    throw error;
  }
};

function wrongWith(answer: GraphAnswer | null): string | undefined {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return 'returns no object';
  const { data, errors } = answer;
  if (data === undefined && errors === undefined) return 'returns neither data nor errors';
  if (errors !== undefined && (!Array.isArray(errors) || errors.length === 0)) return 'returns an empty list of errors';
  for (const { message, extensions } of errors ?? []) {
    const code = extensions?.['code'];
    if (typeof message !== 'string') return 'returns an error without a message';
    if (typeof code !== 'string') return 'returns an error without a code';
    if (code.startsWith('INTERNAL')) return `returns ${code}`;
  }
  return undefined;
}
