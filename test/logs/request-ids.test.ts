import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask as askGraph } from '../graphql/ask.js';
import { ask, bodyOf } from '../rest/ask.js';
import { cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { createEvent, createToken } from '../support/factories.js';
import { eventually, startProcess, type ServiceProcess } from '../support/process.js';
import { createMember } from '../support/sign-in.js';
import { linesOf, type Line } from './log-lines.js';

let database: TestDatabase;
let service: ServiceProcess;
let event: string;
let member: string;

beforeAll(async () => {
  database = await freshDatabase();
  event = await createEvent(database.pool);
  member = await createMember(database.pool, 'ada', 'a difference engine');
  service = await startProcess({
    ...{ DATABASE_URL: urlOf(database.address), DATA_DIR: await dataFolder(), LOG_LEVEL: 'trace' },
  });
});
afterAll(async () => {
  await cleanUp();
  await database.drop();
});

const withId = (id: string) => ({ headers: { 'X-Request-Id': id } });

/** All log lines of a request, once it is complete. */
async function saidOf(id: string): Promise<{ access: Line | undefined; statements: unknown[] }> {
  const lines = () => linesOf(service).filter(({ requestId }) => requestId === id);
  await eventually(() => lines().some(({ msg }) => msg === 'Request completed'));
  return {
    access: lines().find(({ msg }) => msg === 'Request completed'),
    statements: lines().flatMap(({ msg, statement }) => (msg === 'SQL' ? [statement] : [])),
  };
}

describe('A request is traceable by its ID', () => {
  it('from the access log to its statements, in REST', async () => {
    const { headers, status } = await ask(service, `/v2.1/events/${event}`, withId('rest-1'));
    expect([status, headers.get('x-request-id')]).toEqual([200, 'rest-1']);
    const { access, statements } = await saidOf('rest-1');
    expect(access).toEqual({
      ...{ level: 30, time: expect.any(Number), pid: service.child.pid, hostname: expect.any(String) },
      ...{ requestId: 'rest-1', method: 'GET', path: `/v2.1/events/${event}`, route: 'GET /v2.1/events/:eventId' },
      ...{
        status: 200,
        ms: expect.any(Number),
        bytes: Number(headers.get('content-length')),
        msg: 'Request completed',
      },
      ...{ statements: statements.length, statementMs: expect.any(Number) },
    });
    expect(statements).toContain('changes since a snapshot');
    expect(statements.length).toBeGreaterThan(1);
  });

  it('in GraphQL, with the user', async () => {
    const token = await createToken(database.pool, member);
    const query = 'query($id: ID!) { event(id: $id) { name } }';
    const asking = { variables: { id: event }, token, headers: { 'X-Request-Id': 'graph-1' } };
    expect((await askGraph(service, query, asking)).data).not.toBeNull();
    const { access, statements } = await saidOf('graph-1');
    expect(access).toMatchObject({ route: '/graphql other', status: 200, viewer: member, path: '/graphql' });
    expect(statements).toContain('user by token hash');
  });

  it('through a transaction of the ORM, whose statements have names by operation', async () => {
    const token = await createToken(database.pool, member);
    const body = { comment: 'Good', rating: 5 };
    const path = `/v2.1/events/${event}/comments`;
    const { status } = await ask(service, path, { method: 'POST', token, body, ...withId('write-1') });
    expect(status).toBe(201);
    const { statements } = await saidOf('write-1');
    expect(statements[0]).toBe('user by token hash');
    expect(statements).toEqual(expect.arrayContaining([expect.stringMatching(/^begin/), 'commit']));
    expect(statements.join()).not.toContain('Good');
  });

  it('for a cached response, which executes no statement', async () => {
    await ask(service, '/v2.1/languages');
    const { headers } = await ask(service, '/v2.1/languages?x=1', withId('kept-0'));
    const kept = await ask(service, '/v2.1/languages?x=1', withId('kept-1'));
    expect([headers.get('x-request-id'), kept.headers.get('x-request-id')]).toEqual(['kept-0', 'kept-1']);
    const { access, statements } = await saidOf('kept-1');
    const bytes = Number(kept.headers.get('content-length'));
    expect(access).toMatchObject({ route: 'GET /v2.1/languages', path: '/v2.1/languages', status: 200, bytes });
    expect(statements).toEqual([]);
  });

  it('with its whole path, also if a mounted handler only gets the rest', async () => {
    await ask(service, '/images/there-is-none.png?x=1', withId('image-1'));
    expect((await saidOf('image-1')).access).toMatchObject({ path: '/images/there-is-none.png', status: 404 });
  });

  it('with a new ID if the client sends none, or a malicious one', async () => {
    const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
    for (const id of [undefined, 'a b', 'x'.repeat(65), '"}{', 'ä', '<script>']) {
      const given = id === undefined ? {} : { headers: { 'X-Request-Id': Buffer.from(id).toString('latin1') } };
      const { headers } = await ask(service, '/v2.1/languages', given);
      expect(headers.get('x-request-id')).toMatch(uuid);
    }
  });
});

describe('An error contains the ID', () => {
  it.each([
    ['what v2.1 refuses', '/v2.1/events/999999', { method: 'GET' }],
    ['an unknown path', '/nowhere', { method: 'GET' }],
    ['a body that cannot be read', '/v2.1/token', { method: 'POST', body: '{', type: 'application/json' }],
    ['a body that is too large', '/v2.1/token', { method: 'POST', body: 'x'.repeat(1_100_000), type: 'text/plain' }],
  ])('in a problem document: %s', async (_, path, { method, ...sent }) => {
    const { body, type } = { body: undefined, type: 'text/plain', ...sent };
    const headers = { Accept: 'application/problem+json', 'X-Request-Id': 'problem-1', 'Content-Type': type };
    const answer = await ask(service, path, { method, headers, body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect([answer.headers.get('x-request-id'), bodyOf(answer)['requestId']]).toEqual(['problem-1', 'problem-1']);
  });

  it.each([
    ['an invalid document', '{', {}],
    ['an unknown record', '{ event(id: "999999") { name } nothing }', {}],
    ['a request that requires a login', 'mutation { deleteEventComments }', {}],
    ['a header that cannot be read', '{ languages { nodes { name } } }', { Authorization: 'Nonsense' }],
  ])('in a GraphQL error: %s', async (_, query, headers) => {
    const { errors } = await askGraph(service, query, { headers: { ...headers, 'X-Request-Id': 'graph-2' } });
    expect(errors.map(({ extensions }) => extensions.requestId)).toEqual(errors.map(() => 'graph-2'));
    expect(errors.length).toBeGreaterThan(0);
  });

  it('in an error of an unknown stored operation', async () => {
    const { text } = await ask(service, '/graphql?operation=Nothing', withId('stored-1'));
    expect(JSON.parse(text)).toMatchObject({ errors: [{ extensions: { requestId: 'stored-1' } }] });
  });

  it('in an error of a malformed GraphQL body', async () => {
    const headers = { 'X-Request-Id': 'graph-3', 'Content-Type': 'application/json' };
    const { text, status } = await ask(service, '/graphql', { method: 'POST', headers, body: '{' });
    expect([status, JSON.parse(text)]).toMatchObject([400, { errors: [{ extensions: { requestId: 'graph-3' } }] }]);
  });
});
