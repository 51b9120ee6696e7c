import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { withDatabaseAway } from '../support/database-away.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf } from './ask.js';

describe('authentication (contract §2.1, decisions no. 8)', () => {
  let service: TestService;
  let [token, user] = ['', ''];
  const withHeader = (path: string, Authorization: string) => ask(service, path, { headers: { Authorization } });

  beforeAll(async () => {
    service = await startService();
    user = await make.createUser(service.database.pool);
    token = await make.createToken(service.database.pool, user);
  });
  afterAll(() => service.stop());

  it.each(['Bearer', 'bearer', 'BEARER', 'OAuth', 'oauth', 'OAUTH'])('accepts the scheme %s', async (scheme) => {
    for (const header of [`${scheme} ${token}`, `${scheme}   ${token} `]) {
      const answer = await withHeader('/v2.1', header);
      expect(bodyOf(answer)['meta']).toEqual({ user_uri: `${service.base}/v2.1/users/${user}` });
    }
  });

  it.each([
    ['Bearer', 'Invalid Authorization Header'],
    ['', 'Invalid Authorization Header'],
    ['abc', 'Invalid Authorization Header'],
    ['Bearer a b', 'Invalid Authorization Header'],
    ['Basic dXNlcjpwYXNz', 'Unknown Authorization Header Received'],
    ['Token abc', 'Unknown Authorization Header Received'],
  ])('rejects the header "%s" on every path, also on unknown ones', async (header, sentence) => {
    for (const path of ['/v2.1/events', '/v2.1/nothing', '/']) {
      const answer = await withHeader(path, header);
      expect([answer.status, answer.text]).toEqual([400, JSON.stringify([sentence])]);
    }
  });

  it('reads as anonymous with an unknown token, and returns 401 if a user is required', async () => {
    const read = await withHeader('/v2.1/events', 'Bearer nobody');
    expect(read.status).toBe(200);
    expect(bodyOf(read)['meta']).not.toHaveProperty('user_uri');
    const refused = await withHeader('/v2.1/events?filter=pending', 'Bearer nobody');
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="lectern", error="invalid_token"',
    ]);
    const anonymous = await ask(service, '/v2.1/events?filter=pending');
    expect([anonymous.status, anonymous.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="lectern"']);
  });

  it('looks a token up once per request', async () => {
    service.takeStatements();
    await ask(service, '/v2.1/events?verbose=yes', { token });
    const lookups = service.takeStatements().filter((text) => text.includes('access_tokens'));
    expect(lookups).toHaveLength(1);
  });

  it('returns 503 with Retry-After while the database is unavailable, and recovers', async () => {
    await withDatabaseAway(service.database, async () => {
      for (const who of [undefined, token]) {
        for (const path of ['/v2.1/events', '/v2.1/events/1', '/v2.1/talks/1', '/v2.1']) {
          if (path === '/v2.1' && who === undefined) continue;
          const answer = await ask(service, path, { token: who });
          expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '2']);
          expect(bodyOf(answer)).toEqual(['The service is not available at the moment, please try again']);
          expect(answer.headers.get('content-type')).toBe('application/json; charset=utf8');
        }
      }
    });
    expect((await ask(service, '/v2.1/events', { token })).status).toBe(200);
  });
});

describe('URLs of the service (decisions no. 59)', () => {
  it('use BASE_URL if it is set, whatever Host contains', async () => {
    const service = await startService({ BASE_URL: 'https://api.example.org' });
    try {
      expect(bodyOf(await ask(service, '/v2.1'))['events']).toBe('https://api.example.org/v2.1/events');
    } finally {
      await service.stop();
    }
  });
});
