import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask, bodyOf } from '../rest/ask.js';
import { startService, type TestService } from '../support/service.js';
import { document } from './document.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const PATH = '/v2.1/openapi.json';

describe('/v2.1/openapi.json', () => {
  it('is the committed document, for every caller and origin', async () => {
    const answer = await ask(service, PATH);
    expect(bodyOf(answer)).toEqual(document);
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('access-control-allow-origin'),
    ]).toEqual([200, 'application/json; charset=utf-8', '*']);
  });

  it('is revalidated with 304', async () => {
    const { headers } = await ask(service, PATH);
    const again = await ask(service, PATH, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('is read-only', async () => {
    const answer = await ask(service, PATH, { method: 'DELETE' });
    expect([answer.status, answer.headers.get('allow'), bodyOf(answer)]).toEqual([
      405,
      'GET, HEAD',
      ['Method not supported'],
    ]);
  });

  it('contains the stored operation of each row, its text, and its playground URL', () => {
    const { get } = document.paths['/v2.1/talks/{talkId}'] as { get: object };
    expect(Reflect.get(get, 'x-graphql')).toEqual({
      operation: 'TalkRecord',
      text: expect.stringMatching(/^query TalkRecord\(\$id: ID!, \$verbose: Boolean!\) \{/),
      playground: '/graphql?operation=TalkRecord&variables=%7B%22id%22%3A%2266%22%2C%22verbose%22%3Afalse%7D',
    });
  });

  it('describes members in the words of the GraphQL schema', () => {
    const { properties } = document.components.schemas['Talk'] as { properties: Record<string, object> };
    expect(properties['duration']).toEqual({
      type: 'integer',
      minimum: 0,
      description: 'Duration in minutes; 0 if unknown.',
    });
  });
});
