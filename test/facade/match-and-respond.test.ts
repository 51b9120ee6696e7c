import { describe, expect, it } from '@jest/globals';
import { parse, type DocumentNode } from 'graphql';
import { statuses } from '../../rest-facade/wire/errors.js';
import type { Outcome } from '../../src/core/errors.js';
import {
  createFacade,
  storedOperations,
  type Execute,
  type Facade,
  type RestRequest,
} from '../../rest-facade/index.js';
import { replying } from '../../rest-facade/table/replies.js';
import type { WireRequest } from '../../rest-facade/wire/request.js';
import { unsupported, route } from '../../rest-facade/table/route.js';
import { routes } from '../../rest-facade/nouns/routes.js';
import { errorCodes, type ErrorCode, type Reason } from '../../src/core/errors.js';
import { settings } from './settings.js';

interface Asked {
  operation: DocumentNode;
  variables: object;
}
const requestFor = (url: string, changes: Partial<RestRequest> = {}): RestRequest => ({
  method: 'GET',
  url,
  authorization: undefined,
  accept: undefined,
  requestId: undefined,
  now: 0,
  origin: 'http://api.test',
  contentType: undefined,
  body: null,
  stream: {} as never,
  ...changes,
});
/** Members without which some writes are rejected before the core is called. */
const insistedOn = new TextEncoder().encode(
  JSON.stringify({ display_name: 'slides_link', trusted: true, grant_type: 'password', username: 'x', password: 'x' }),
);
const write = { contentType: 'application/json', body: insistedOn };

/** The response to a request, composed like in the HTTP stages from the functions of the facade. */
async function replyOf({ match, respond, render }: Facade, request: RestRequest, execute: Execute) {
  const matched = match(request.method, request.url);
  return 'status' in matched ? render(matched, request) : respond(matched, request, execute);
}
const operation = parse('query Thing($id: ID!) { thing(id: $id) }') as never;
const rows = [
  route('GET /v2.1/things/:thingId', operation, {
    summary: 'Get a thing',
    variables: ({ params, verbose, paging }) => ({ id: params.thingId, verbose, limit: paging.limit }),
    reply: replying([], (data, { path }: WireRequest) => ({ status: 200, body: { path, data } })),
    sentences: { LOGIN_REQUIRED: 'Things are for members' },
  }),
  unsupported('PUT /v2.1/things/:thingId', 'Things never change', { summary: 'Replace a thing' }),
];

/** A facade over a core that returns `outcome`, and the calls of the core. */
function over(outcome: Outcome) {
  const asked: Asked[] = [];
  const execute: Execute = (document, variables) => {
    asked.push({ operation: document, variables });
    return Promise.resolve(outcome);
  };
  const facade = createFacade(settings, rows);
  const reply = async (request: RestRequest) => {
    const { body, ...rest } = await replyOf(facade, request, execute);
    return { ...rest, body: body?.toString() ?? null };
  };
  return { reply, asked };
}
const failing = (code: ErrorCode, ...reasons: Reason[]) =>
  over({ data: null, failure: { code, problems: reasons.map((reason) => ({ reason })) } });

describe('match and respond', () => {
  it('match, read, execute once and respond', async () => {
    const { reply, asked } = over({ data: { thing: 'a' }, failure: null });
    const request = requestFor('/v2.1/things/7/?verbose=yes&resultsperpage=0', { authorization: 'OAuth tok' });
    expect(await reply(request)).toEqual({
      status: 200,
      headers: {
        'Content-Type': 'application/json; charset=utf8',
        Link: `<http://api.test/graphql?operation=Thing&variables=${encodeURIComponent(
          '{"id":"7","verbose":true,"limit":100}',
        )}>; rel="alternate"; type="application/json"`,
      },
      body: '{"path":"/v2.1/things/7/","data":{"thing":"a"}}',
    });
    const variables = { id: '7', verbose: true, limit: 100 };
    expect(asked).toEqual([{ operation, variables }]);
  });

  it.each([
    ['unimplemented routes', requestFor('/v2.1/things/7', { method: 'PUT' }), 501],
    ['another method', requestFor('/v2.1/things/7', { method: 'POST' }), 405],
    ['another path', requestFor('/v2.1/other'), 404],
    ['a strange Host', requestFor('/v2.1/things/7', { origin: null }), 400],
    ['a callback that is no name', requestFor('/v2.1/things/7?callback=1'), 400],
  ])('do not call the core for %s', async (_, request, status) => {
    const { reply, asked } = over({ data: {}, failure: null });
    expect((await reply(request)).status).toBe(status);
    expect(asked).toEqual([]);
  });

  it.each(errorCodes.map((code) => [code, statuses[code]] as const))('respond to %s with %i', async (code, status) => {
    const { reply } = failing(code, 'TEXT_TOO_LONG');
    const { body, headers, ...rest } = await reply(requestFor('/v2.1/things/7'));
    expect([rest.status, body]).toEqual([status, `["'' must be at most undefined characters"]`]);
    expect(headers['Retry-After']).toBe(code === 'UNAVAILABLE' ? '2' : undefined);
    expect(headers['WWW-Authenticate']).toBe(code === 'UNAUTHENTICATED' ? 'Bearer realm="lectern"' : undefined);
    expect(headers['Allow']).toBe(code === 'UNAUTHENTICATED' ? 'GET, PUT, HEAD, OPTIONS' : undefined);
  });

  it('join several problems, each in the wording of the row if it has one', async () => {
    const { reply } = failing('INVALID', 'LOGIN_REQUIRED', 'DATE_UNREADABLE');
    const { body } = await reply(requestFor('/v2.1/things/7'));
    expect(body).toBe(`["Things are for members. '' must be supplied in a recognised format"]`);
  });

  it('pass unexpected errors on to the error handler', async () => {
    const broken = () => Promise.reject(new Error('broken'));
    const facade = createFacade(settings, rows);
    await expect(replyOf(facade, requestFor('/v2.1/things/7'), broken)).rejects.toThrow('broken');
  });

  it('reject a table with a duplicate row', () => {
    expect(() => createFacade(settings, [...rows, ...rows])).toThrow('Duplicate route GET /v2.1/things/:thingId');
  });

  it.each([
    ['INVALID', 'AUTHORIZATION_UNREADABLE', 400, 'Unknown Authorization Header Received'],
    ['CONFLICT', 'IDEMPOTENCY_KEY_BUSY', 409, 'A request with this Idempotency-Key is in progress, please try again'],
    ['UNAUTHENTICATED', 'LOGIN_REQUIRED', 401, 'Things are for members'],
  ] as const)('word an error of the HTTP stages: %s: %s', (code, reason, status, sentence) => {
    const { match, render } = createFacade(settings, rows);
    const request = requestFor('/v2.1/things/7', { authorization: 'Basic x' });
    const matched = match('GET', request.url);
    const found = 'status' in matched ? undefined : matched;
    const { body, ...rest } = render({ status, code, reason }, request, found);
    expect([rest.status, body?.toString()]).toEqual([status, JSON.stringify([sentence])]);
  });
});

describe('the facade', () => {
  const answered = routes.filter(({ answer }) => answer);

  it('executes stored operations only, one for each row', async () => {
    const asked = new Set<DocumentNode>();
    const core: Execute = (document) => {
      asked.add(document);
      return Promise.resolve({ data: null, failure: { code: 'NOT_FOUND', problems: [{ reason: 'URI_UNKNOWN' }] } });
    };
    const facade = createFacade(settings);
    for (const { method, path } of answered) {
      const url = `${path.replace(/:\w+/g, '1')}?title=x`;
      const reply = await replyOf(facade, requestFor(url, { method, ...write }), core);
      expect([path, reply.status]).toEqual([path, 404]);
    }
    expect(asked).toEqual(new Set(storedOperations));
  });

  it('passes every variable of an operation: none depends on a default value', async () => {
    const missing: string[] = [];
    const core: Execute = (document, variables) => {
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
    const facade = createFacade(settings);
    for (const { method, path } of answered) {
      await replyOf(facade, requestFor(`${path.replace(/:\w+/g, '1')}?title=x`, { method, ...write }), core);
    }
    expect(missing).toEqual([]);
  });
});
