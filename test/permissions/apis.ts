import { wireName } from '../../rest-facade/wire/errors.js';
import { routes } from '../../rest-facade/nouns/routes.js';
import type { Problem } from '../../src/core/errors.js';
import { FORM_TYPE, formOf, imageForm } from '../rest/multipart.js';
import type { TestService } from '../support/service.js';
import { pngFile } from '../images/png-file.js';
import type { At } from './world.js';
import type { Asked, Write } from './write.js';

/** The outcome of a write in REST or GraphQL: null problems on success. Field names are those of v2.1. */
export interface Outcome {
  /** The status of v2.1, or of GraphQL over HTTP. */
  readonly status: number;
  readonly code: string;
  readonly problems: readonly Problem[];
}

export type Api = (service: TestService, write: Write, at: At, asked: Asked) => Promise<Outcome>;

const NONE = { code: 'none', problems: [] };
const patternOf = (path: string) => path.replace(/\{\w+\}|:\w+/g, '{}');

/** The row of the facade's table. */
export function rowOf(write: Write) {
  const [method, path = ''] = write.row.split(' ');
  const row = routes.find((one) => one.method === method && patternOf(one.path) === patternOf(path));
  if (!row) throw new Error(`${write.row} is no row of the table`);
  return row;
}

/** The v2.1 path with its IDs. */
function pathOf({ row, ids }: Write, at: At): string {
  const left = [...ids(at)];
  return row.replace(/^\w+ /, '').replace(/\{\w+\}/g, () => left.shift() ?? '');
}

/** The response to a read of the written path by the same role: empty on an error. */
export async function tagAt({ base }: TestService, write: Write, at: At, asked: Asked): Promise<string> {
  const headers = { Accept: PROBLEM, ...authorization(at, asked) };
  const response = await fetch(base + pathOf(write, at), { headers });
  await response.text();
  return response.headers.get('etag') ?? '';
}

const imageOf = ({ image: [width, height] = [200, 200] }: Asked) => pngFile(width, height);
const PROBLEM = 'application/problem+json';

const rest: Api = async ({ base }, write, world, asked) => {
  const at = asked.about?.(world) ?? world;
  const [method] = write.row.split(' ');
  const body = { ...write.body?.(at), ...asked.body };
  const content = write.hasFile ? new Uint8Array(imageForm(imageOf(asked))) : JSON.stringify(body);
  const type = write.hasFile ? FORM_TYPE : 'application/json';
  const response = await fetch(base + pathOf(write, at), {
    method: method ?? '',
    headers: {
      ...{ Accept: PROBLEM, 'Content-Type': type, ...authorization(at, asked) },
      ...(asked.ifMatch !== undefined && { 'If-Match': asked.ifMatch }),
    },
    body: content,
  });
  const text = await response.text();
  const isProblem = response.headers.get('content-type') === PROBLEM;
  const { code, problems } = isProblem ? (JSON.parse(text) as Outcome) : NONE;
  return { status: response.status, code, problems };
};

const graph: Api = async ({ base }, write, world, asked) => {
  const at = asked.about?.(world) ?? world;
  const { mutation } = write;
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`;
  const operations = JSON.stringify({ query, variables: { input: { ...write.input(at), ...asked.input } } });
  const form = formOf([
    { name: 'operations', content: operations },
    { name: 'map', content: JSON.stringify({ 0: ['variables.input.image'] }) },
    { name: '0', filename: 'a.png', content: imageOf(asked) },
  ]);
  const response = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: {
      'Content-Type': write.hasFile ? FORM_TYPE : 'application/json',
      'apollo-require-preflight': 'yes',
      ...authorization(at, asked),
    },
    body: write.hasFile ? new Uint8Array(form) : operations,
  });
  const { errors } = (await response.json()) as { errors?: readonly { extensions: Omit<Outcome, 'status'> }[] };
  const { code, problems } = errors?.[0]?.extensions ?? NONE;
  const names = rowOf(write).answer?.fieldNames;
  const onTheWire = problems.map(({ field, ...problem }) =>
    field === undefined ? problem : { ...problem, field: wireName(field, names) },
  );
  return { status: response.status, code, problems: onTheWire };
};

export const apis = { rest, graph } as const;

function authorization({ tokens }: At, { by, authorization: written }: Asked): Record<string, string> {
  if (written !== undefined) return { Authorization: written };
  const token = tokens[by];
  return token === undefined ? {} : { Authorization: `Bearer ${token}` };
}
