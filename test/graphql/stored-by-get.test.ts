import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getOperationAST, parse, validate } from 'graphql';
import { createSchema } from '../../schema/index.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, type Answer } from './ask.js';

let service: TestService;
let [talk, pending, token] = ['', '', ''];

beforeAll(async () => {
  service = await startService({ MAX_RESULTS: '500' });
  const { pool } = service.database;
  const event = await make.createEvent(pool);
  talk = await make.createTalk(pool, event, { title: 'Ünïcode' });
  pending = await make.createEvent(pool, { status: 'PENDING' });
  token = await make.createToken(pool, await make.createUser(pool));
});
afterAll(() => service.stop());

/** Runs an operation by its name, with only these headers. */
async function run(operation: string, variables?: unknown, headers: Record<string, string> = {}, method = 'GET') {
  const given = typeof variables === 'string' ? variables : JSON.stringify(variables);
  const query = new URLSearchParams({ operation, ...(given !== undefined && { variables: given }) });
  const response = await fetch(`${service.base}/graphql?${query.toString()}`, { method, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

const told = async (asked: ReturnType<typeof run>) => {
  const { status, text } = await asked;
  const { errors = [], ...others } = JSON.parse(text) as Partial<Answer>;
  const [error] = errors;
  return { status, message: error?.message, reason: error?.extensions.problems[0]?.reason, others };
};

describe('a stored operation, named in the URL (decisions no. 64)', () => {
  it('responds like /graphql does to its text', async () => {
    const variables = { id: talk, verbose: true };
    const { status, headers, text } = await run('TalkRecord', variables);
    const listed = (await (await fetch(`${service.base}/graphql/operations`)).json()) as Record<string, string>;
    const { data } = await ask(service, listed['TalkRecord'] ?? '', { variables });
    expect([status, JSON.parse(text)]).toEqual([200, { data }]);
    expect(data.talk.title).toBe('Ünïcode');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('vary')).toBe('Accept, Authorization, Accept-Encoding');
  });

  it('runs as the user of the token', async () => {
    const { text } = await run('Landing', {}, { Authorization: `Bearer ${token}` });
    expect(JSON.parse(text)).toEqual({ data: { viewer: { id: expect.any(String), isAdmin: false } } });
    expect(JSON.parse((await run('Landing')).text)).toEqual({ data: { viewer: null } });
  });

  it('has the same visibility and errors', async () => {
    expect(JSON.parse((await run('EventRecord', { id: pending, verbose: false })).text)).toEqual({
      data: { viewer: null, event: null },
    });
    const { status, text } = await run('EventCollection', { filter: 'PENDING', limit: 1, verbose: false });
    expect([status, JSON.parse(text)]).toEqual([
      200,
      {
        errors: [
          {
            message: expect.any(String),
            path: ['events'],
            extensions: {
              code: 'UNAUTHENTICATED',
              problems: [{ reason: 'LOGIN_REQUIRED' }],
              requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
            },
          },
        ],
        data: null,
      },
    ]);
  });

  it('has the page size limit of v2.1', async () => {
    expect((await told(run('EventCollection', { limit: 500, verbose: false }))).reason).toBeUndefined();
    expect((await told(run('EventCollection', { limit: 501, verbose: false }))).reason).toBe('PAGE_SIZE_OUT_OF_RANGE');
  });

  it('supports HEAD', async () => {
    const get = await run('Landing');
    const head = await run('Landing', {}, {}, 'HEAD');
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([
      200,
      '',
      get.headers.get('content-length'),
    ]);
  });

  it('is rejected with 405 if it is a mutation', async () => {
    const variables = { input: { talkId: talk } };
    const { status, headers, text } = await run('StarTalk', variables, { Authorization: `Bearer ${token}` });
    expect([status, headers.get('allow'), JSON.parse(text)]).toEqual([
      405,
      'POST',
      {
        errors: [
          {
            message: 'This operation is a mutation: send its document with POST.',
            extensions: {
              code: 'INVALID',
              problems: [{ reason: 'REQUEST_INVALID' }],
              requestId: expect.any(String),
            },
          },
        ],
      },
    ]);
    const { rows } = await service.database.pool.query('select * from talk_stars');
    expect(rows).toEqual([]);
  });

  it.each([
    // An empty parameter is absent.
    ['', 'REQUEST_INVALID', expect.any(String)],
    ['nothing', 'DOCUMENT_UNKNOWN', 'No stored operation has this name; /graphql/operations lists them.'],
    ['constructor', 'DOCUMENT_UNKNOWN', 'No stored operation has this name; /graphql/operations lists them.'],
    ['{ __schema { types { name } } }', 'DOCUMENT_UNKNOWN', expect.any(String)],
  ])('is rejected with the unknown name "%s"', async (name, reason, message) => {
    expect(await told(run(name))).toEqual({ status: 400, reason, message, others: {} });
  });

  it.each([
    ['no JSON', '{"id":', 'The variables must be a JSON object.'],
    ['a list', '[]', 'The variables must be a JSON object.'],
    ['null', 'null', 'The variables must be a JSON object.'],
    ['a text', '"a"', 'The variables must be a JSON object.'],
    ['nothing', undefined, 'Variable "$id" of required type "ID!" was not provided.'],
    ['of another type', { id: '1', verbose: 'yes' }, expect.stringContaining('$verbose')],
  ])('is rejected if its variables are %s', async (_, variables, message) => {
    const refusal = await told(run('TalkRecord', variables));
    expect(refusal).toEqual({ status: 400, reason: 'VARIABLES_INVALID', message, others: {} });
  });

  it('is rejected if the Authorization header is not a bearer token', async () => {
    const refusal = await told(run('Landing', {}, { Authorization: 'Basic YTpi' }));
    expect([refusal.status, refusal.reason]).toEqual([400, 'AUTHORIZATION_UNREADABLE']);
  });
});

describe('/graphql/operations', () => {
  it('lists every stored operation, complete with its fragments', async () => {
    const schema = await createSchema();
    const response = await fetch(`${service.base}/graphql/operations`);
    const listed = Object.entries((await response.json()) as Record<string, string>);
    expect(listed.map(([name, text]) => [name, getOperationAST(parse(text))?.name?.value])).toEqual(
      listed.map(([name]) => [name, name]),
    );
    expect(listed.flatMap(([, text]) => validate(schema, parse(text)))).toEqual([]);
    expect(listed.length).toBeGreaterThan(70);
  });
});
