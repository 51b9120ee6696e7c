import { createJudge } from '../openapi/answers.js';
import type { Answered } from './answered.js';
import type { Asked } from './asked.js';

/** What is wrong with an answer, in words that are the same whenever it is wrong in this way; undefined: nothing. */
export type Oracle = (asked: Asked, answered: Answered) => string | undefined;

/** What only a fault, the database, its driver or the machine would say. */
const innards =
  /node_modules|dist\/src|\bat \S+ \(|\.[jt]s:\d+|SQLSTATE|syntax error at|violates \w+|relation "|invalid (?:input syntax|byte sequence)|out of range for type|deadlock detected|ECONN[A-Z]+|MikroORM|kysely|pg-boss|(?:Type|Range|Reference|Syntax)Error\b|Cannot read prop|is not a function|\[object \w+\]|native code|\/home\/|\/root\/|\/tmp\//;

/** What anybody may get who sends with a request what does not belong to it. */
const ofTheProtocol = /^answers (?:413|417)$/;
const refusedByNode = new Set([400, 408, 413, 417, 431, 501, 505]);
const judge = createJudge();

/** Of every answer, at both doors. */
const everywhere: Oracle = ({ method }, { status, headers, body, isOver }) => {
  if (!isOver) return 'never answers';
  // Node closes the connection without a word: nobody listens for tunnels.
  if (status === 0) return method === 'CONNECT' ? undefined : 'ends the connection without an answer';
  if (status === 503 && headers.get('retry-after') === undefined) return 'answers 503 without Retry-After';
  // What is not there at all says so: social login.
  if (status >= 500 && status !== 503 && status !== 501) return `answers ${status}`;
  const said = innards.exec(body.toString('utf8'));
  if (said) return `says ${said[0].replaceAll(/\d+/g, '0')}`;
  const length = headers.get('content-length');
  if (method !== 'HEAD' && length !== undefined && Number(length) !== body.length && status !== 304)
    return 'announces another length than it sends';
  return undefined;
};

/** Of answers of v2.1: as the OpenAPI document describes them. */
export const restOracle: Oracle = (asked, answered) => {
  const { status, headers, body } = answered;
  const wrong = everywhere(asked, answered);
  if (wrong !== undefined || status === 0) return wrong;
  if (!headers.has('x-request-id')) return refusedByNode.has(status) ? undefined : `answers ${status} without a number`;
  const isJson = headers.get('content-type')?.includes('json') === true;
  const isPacked = headers.has('content-encoding');
  const path = asked.target.replace(/[?#].*$/s, '').replaceAll(/<(\w+):\d+>/g, '1');
  const text = isJson && !isPacked ? body.toString('utf8') : '';
  try {
    const wrongHere = judge({ method: asked.method, path, status, body: text });
    if (wrongHere === undefined || ofTheProtocol.test(wrongHere)) return undefined;
    return wrongHere.replaceAll(/\/\d+/g, '/0').slice(0, 300);
  } catch (error) {
    if (error instanceof SyntaxError) return 'answers what is no JSON';
    throw error;
  }
};

interface GraphAnswer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message?: unknown; readonly extensions?: Readonly<Record<string, unknown>> }[];
}

const graphStatuses = new Set([200, 204, 400, 403, 404, 405, 406, 413, 415, 422, 503]);

/** Of answers of the graph: well-formed, each error with a code that is none of a fault. */
export const graphOracle: Oracle = (asked, answered) => {
  const { status, headers, body } = answered;
  const wrong = everywhere(asked, answered);
  if (wrong !== undefined || status === 0) return wrong;
  if (!headers.has('x-request-id') && refusedByNode.has(status)) return undefined;
  if (!graphStatuses.has(status)) return `answers ${status}`;
  const isBare = asked.method === 'HEAD' || asked.method === 'OPTIONS' || headers.has('content-encoding');
  if (isBare || headers.get('content-type')?.includes('json') !== true) return undefined;
  try {
    return wrongWith(JSON.parse(body.toString('utf8')) as GraphAnswer | null);
  } catch (error) {
    if (error instanceof SyntaxError) return 'answers what is no JSON';
    throw error;
  }
};

function wrongWith(answer: GraphAnswer | null): string | undefined {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return 'answers no object';
  const { data, errors } = answer;
  if (data === undefined && errors === undefined) return 'answers neither data nor errors';
  if (errors !== undefined && (!Array.isArray(errors) || errors.length === 0)) return 'answers a list of no errors';
  for (const { message, extensions } of errors ?? []) {
    const code = extensions?.['code'];
    if (typeof message !== 'string') return 'answers an error without a message';
    if (typeof code !== 'string') return 'answers an error without a code';
    if (code.startsWith('INTERNAL')) return `answers ${code}`;
  }
  return undefined;
}
