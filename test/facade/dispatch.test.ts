import { describe, expect, it } from '@jest/globals';
import { parse, type DocumentNode } from 'graphql';
import { createDispatcher, type Asking, type Execute, type IncomingRequest } from '../../rest-facade/dispatch.js';
import { statuses } from '../../rest-facade/errors.js';
import type { ExpressRequest } from '../../rest-facade/express.js';
import type { Outcome } from '../../rest-facade/failure.js';
import { createFacade, exposedHeaders, storedOperations } from '../../rest-facade/index.js';
import { refusing, route } from '../../rest-facade/route.js';
import { routes } from '../../rest-facade/routes/index.js';
import { errorCodes, type ErrorCode, type Reason } from '../../src/core/errors.js';
import { noFile, settings } from './settings.js';

interface Asked {
  operation: DocumentNode;
  variables: object;
  context: unknown;
}
const incoming = (url: string, changes: Partial<IncomingRequest> = {}): IncomingRequest => ({
  method: 'GET',
  url,
  authorization: undefined,
  accept: undefined,
  origin: 'http://api.test',
  contentType: undefined,
  body: () => Promise.resolve(new Uint8Array()),
  upload: noFile,
  ...changes,
});
/** Members without which some writes are refused before the core is asked. */
const insistedOn = new TextEncoder().encode(
  JSON.stringify({ display_name: 'slides_link', trusted: true, grant_type: 'password', username: 'x', password: 'x' }),
);
/** The facade hands Express's own request on to whoever makes the context; here nobody looks at it. */
const asExpress = (url: string, method: string): ExpressRequest => ({
  ...incoming(url, { method, contentType: 'application/json', body: () => Promise.resolve(insistedOn) }),
  express: {} as never,
});
const nobody = { viewer: null };
const somebody = { viewer: {} };
const operation = parse('query Thing($id: ID!) { thing(id: $id) }') as never;
const rows = [
  route('GET /v2.1/things/:thingId', {
    operation,
    variables: ({ params, verbose, paging }) => ({ id: params.thingId, verbose, limit: paging.limit }),
    reply: (data, { path }) => ({ status: 200, body: { path, data } }),
    sentences: { LOGIN_REQUIRED: 'Things are for members' },
  }),
  refusing('PUT /v2.1/things/:thingId', 'Things never change'),
];

/** A dispatcher over a core that answers `outcome`, and what the core was asked. */
function over(outcome: Outcome) {
  const asked: Asked[] = [];
  const execute: Execute<Asking> = (document, variables, context) => {
    asked.push({ operation: document, variables, context });
    return Promise.resolve(outcome);
  };
  const contextFor = (token: string | null, origin: string) => Promise.resolve({ viewer: null, token, origin });
  const dispatcher = createDispatcher(rows, execute, contextFor, settings);
  const dispatch = async (request: IncomingRequest) => {
    const { body, ...reply } = await dispatcher(request);
    return { ...reply, body: body?.toString() ?? null };
  };
  return { dispatch, asked };
}
const failing = (code: ErrorCode, ...reasons: Reason[]) =>
  over({ data: null, failure: { code, problems: reasons.map((reason) => ({ reason })) } });

describe('the dispatcher', () => {
  it('matches, reads, executes once and replies', async () => {
    const { dispatch, asked } = over({ data: { thing: 'a' }, failure: null });
    const reply = await dispatch(
      incoming('/v2.1/things/7/?verbose=yes&resultsperpage=0', { authorization: 'OAuth tok' }),
    );
    expect(reply).toEqual({
      status: 200,
      headers: {
        'Content-Type': 'application/json; charset=utf8',
        'Access-Control-Allow-Origin': '*',
        Vary: 'Accept, Authorization, Accept-Encoding',
        'Access-Control-Expose-Headers': exposedHeaders,
        Link: `<http://api.test/graphql?operation=Thing&variables=${encodeURIComponent(
          '{"id":"7","verbose":true,"limit":100}',
        )}>; rel="alternate"; type="application/json"`,
      },
      body: '{"path":"/v2.1/things/7/","data":{"thing":"a"}}',
    });
    const variables = { id: '7', verbose: true, limit: 100 };
    expect(asked).toEqual([
      { operation, variables, context: { viewer: null, token: 'tok', origin: 'http://api.test' } },
    ]);
  });

  it.each([
    ['what is not offered', incoming('/v2.1/things/7', { method: 'PUT' }), 501],
    ['another method', incoming('/v2.1/things/7', { method: 'POST' }), 405],
    ['another path', incoming('/v2.1/other'), 404],
    ['a strange Host', incoming('/v2.1/things/7', { origin: null }), 400],
    ['a strange header', incoming('/v2.1/things/7', { authorization: 'Basic x' }), 400],
    ['a preflight', incoming('/v2.1/things/7', { method: 'OPTIONS' }), 204],
  ])('does not ask the core for %s', async (_, request, status) => {
    const { dispatch, asked } = over({ data: {}, failure: null });
    expect((await dispatch(request)).status).toBe(status);
    expect(asked).toEqual([]);
  });

  it.each(errorCodes.map((code) => [code, statuses[code]] as const))('answers %s with %i', async (code, status) => {
    const { dispatch } = failing(code, 'TEXT_TOO_LONG');
    const { body, headers, ...reply } = await dispatch(incoming('/v2.1/things/7'));
    expect([reply.status, body]).toEqual([status, `["'' must be at most undefined characters"]`]);
    expect(headers['Retry-After']).toBe(code === 'UNAVAILABLE' ? '2' : undefined);
    expect(headers['WWW-Authenticate']).toBe(code === 'UNAUTHENTICATED' ? 'Bearer realm="lectern"' : undefined);
    expect(headers['Allow']).toBe(code === 'UNAUTHENTICATED' ? 'GET, PUT, HEAD, OPTIONS' : undefined);
  });

  it('joins several problems, each in the words of the row where it has its own', async () => {
    const { dispatch } = failing('INVALID', 'LOGIN_REQUIRED', 'DATE_UNREADABLE');
    const { body } = await dispatch(incoming('/v2.1/things/7'));
    expect(body).toBe(`["Things are for members. '' must be supplied in a recognised format"]`);
  });

  it('lets what nobody expected through to the error handler', async () => {
    const broken = createDispatcher(
      rows,
      () => Promise.reject(new Error('broken')),
      () => Promise.resolve(nobody),
      settings,
    );
    await expect(broken(incoming('/v2.1/things/7'))).rejects.toThrow('broken');
  });

  it('refuses a table in which a row stands twice', () => {
    const twice = () =>
      createDispatcher(
        [...rows, ...rows],
        () => Promise.reject(new Error()),
        () => Promise.resolve(nobody),
        settings,
      );
    expect(twice).toThrow('Duplicate route GET /v2.1/things/:thingId');
  });
});

describe('the facade', () => {
  const answered = routes.filter(({ answer }) => answer);

  it('asks the core for stored operations only, one for each row', async () => {
    const asked = new Set<DocumentNode>();
    const core: Execute<Asking> = (document) => {
      asked.add(document);
      return Promise.resolve({ data: null, failure: { code: 'NOT_FOUND', problems: [{ reason: 'URI_UNKNOWN' }] } });
    };
    const facade = createFacade(core, () => Promise.resolve(somebody), settings);
    for (const { method, path } of answered) {
      const url = `${path.replace(/:\w+/g, '1')}?title=x`;
      expect([path, (await facade(asExpress(url, method))).status]).toEqual([path, 404]);
    }
    expect(asked).toEqual(new Set(storedOperations));
  });

  it('gives every variable that an operation needs: nothing rests on a default value', async () => {
    const missing: string[] = [];
    const core: Execute<Asking> = (document, variables) => {
      for (const definition of document.definitions) {
        if (definition.kind !== 'OperationDefinition') continue;
        for (const { variable, type } of definition.variableDefinitions ?? []) {
          const given = variables[variable.name.value];
          if (type.kind === 'NonNullType' && (given === undefined || given === null)) {
            missing.push(`${String(definition.name?.value)} $${variable.name.value}`);
          }
        }
      }
      return Promise.resolve({ data: null, failure: { code: 'NOT_FOUND', problems: [] } });
    };
    const facade = createFacade(core, () => Promise.resolve(somebody), settings);
    for (const { method, path } of answered) await facade(asExpress(`${path.replace(/:\w+/g, '1')}?title=x`, method));
    expect(missing).toEqual([]);
  });
});
