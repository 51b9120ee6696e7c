import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.js';
import { ask, type Answer } from './ask.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const post = (body: string, headers: Record<string, string> = { 'Content-Type': 'application/json' }, query = '') =>
  fetch(`${service.base}/graphql${query}`, { method: 'POST', headers, body });

/** Status, code and reason of an error, whose format is checked. */
async function refusal(asked: Promise<Response>): Promise<[number, string, string]> {
  const response = await asked;
  const { errors = [], data } = (await response.json()) as Partial<Answer>;
  expect(data ?? null).toBeNull();
  expect(errors).toEqual([
    expect.objectContaining({
      message: expect.stringMatching(/./),
      extensions: {
        code: expect.any(String),
        problems: [{ reason: expect.any(String) }],
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    }),
  ]);
  const { code, problems } = errors[0]?.extensions ?? { code: '', problems: [] };
  return [response.status, code, problems[0]?.reason ?? ''];
}
const graph = (query: string, more: object = {}) => refusal(post(JSON.stringify({ query, ...more })));

describe('a request that is not GraphQL over HTTP', () => {
  it('is rejected with 400: truncated JSON, a batch, no query', async () => {
    expect(await refusal(post('{"query":'))).toEqual([400, 'INVALID', 'REQUEST_INVALID']);
    expect(await refusal(post('[{"query":"{ __typename }"}]'))).toEqual([400, 'INVALID', 'REQUEST_INVALID']);
    expect(await refusal(post('{}'))).toEqual([400, 'INVALID', 'REQUEST_INVALID']);
    expect(await graph('')).toEqual([400, 'INVALID', 'REQUEST_INVALID']);
  });

  it('is rejected in the accepted media type, by every stage', async () => {
    const typeOf = async (body: string, Accept: string) =>
      (await post(body, { 'Content-Type': 'application/json', Accept })).headers.get('content-type');
    for (const body of ['{"query":', '{"query": "{"}', '{}']) {
      expect([body, await typeOf(body, 'application/graphql-response+json')]).toEqual([
        body,
        'application/graphql-response+json; charset=utf-8',
      ]);
      expect([body, await typeOf(body, '*/*')]).toEqual([body, 'application/json; charset=utf-8']);
    }
  });

  it('is rejected with 413 beyond 1 MB', async () => {
    const body = (size: number) => JSON.stringify({ query: '{ __typename }', variables: { text: 'a'.repeat(size) } });
    expect((await post(body(1_000_000))).status).toBe(200);
    expect(await refusal(post(body(1_048_576)))).toEqual([413, 'TOO_LARGE', 'BODY_TOO_LARGE']);
  });

  it('is rejected if a form of another site could have sent it', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      expect(await refusal(post('{"query":"{ __typename }"}', { 'Content-Type': type }))).toEqual([
        400,
        'INVALID',
        'REQUEST_INVALID',
      ]);
    }
  });

  it('is rejected if the Authorization header is not a bearer token', async () => {
    for (const authorization of ['Basic YTpi', 'Bearer', 'Bearer a b', 'token']) {
      const headers = { 'Content-Type': 'application/json', Authorization: authorization };
      expect(await refusal(post('{"query":"{ __typename }"}', headers))).toEqual([
        400,
        'INVALID',
        'AUTHORIZATION_UNREADABLE',
      ]);
    }
  });

  it('reads as anonymous with an unknown token (decisions no. 8)', async () => {
    const { status, data } = await ask(service, '{ viewer { id } }', { token: 'lec_nobody' });
    expect([status, data]).toEqual([200, { viewer: null }]);
  });

  it('is rejected if the Host is not allowed', async () => {
    const asked = async (host: string) => {
      const request = httpRequest(`${service.base}/graphql`, {
        method: 'POST',
        headers: { Host: host, 'Content-Type': 'application/json' },
      });
      request.end('{"query":"{ __typename }"}');
      const [response] = await once(request, 'response');
      return [response.statusCode, JSON.parse(await text(response)).errors?.[0].extensions.problems[0].reason];
    };
    expect(await asked('evil.example')).toEqual([400, 'HOST_UNKNOWN']);
    expect(await asked('localhost:80')).toEqual([200, undefined]);
    expect(await asked('localhost.evil.example')).toEqual([400, 'HOST_UNKNOWN']);
    expect(await asked('localhost@evil.example')).toEqual([400, 'HOST_UNKNOWN']);
  });
});
