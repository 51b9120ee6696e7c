import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, recordsOf } from './ask.js';

const JSON_TYPE = 'application/json; charset=utf8';

describe('the protocol of v2.1 (contract §1)', () => {
  let service: TestService;
  let event: string;
  beforeAll(async () => {
    service = await startService();
    event = await make.createEvent(service.database.pool, { name: 'Line\u2028end' });
  });
  afterAll(() => service.stop());

  it.each([
    ['/v2.1/nothing', 404, 'Endpoint not found'],
    ['/v2.1/events/1/nothing', 404, 'Endpoint not found'],
    ['/v2.1//events', 404, 'Endpoint not found'],
    ['/v2.1/Events', 404, 'Endpoint not found'],
    ['/events', 404, 'API version must be specified'],
    ['/v1', 404, 'API version must be specified'],
    ['/v3/events', 404, 'API version must be specified'],
    ['/v2.1x', 404, 'API version must be specified'],
    ['/v2', 400, 'This API version is no longer supported. Please use v2.1'],
    ['/v2/', 400, 'This API version is no longer supported. Please use v2.1'],
    ['/v2/events/1', 400, 'This API version is no longer supported. Please use v2.1'],
    ['/v2.0/events', 400, 'This API version is no longer supported. Please use v2.1'],
  ])('%s is %i "%s"', async (path, status, sentence) => {
    const answer = await ask(service, path);
    expect([answer.status, answer.text]).toEqual([status, JSON.stringify([sentence])]);
    expect(answer.headers.get('content-type')).toBe(JSON_TYPE);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('has exactly the content type that clients compare, and a length', async () => {
    const answer = await ask(service, '/v2.1/events');
    expect(answer.headers.get('content-type')).toBe(JSON_TYPE);
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(answer.text)));
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('x-powered-by')).toBeNull();
  });

  it('supports HEAD', async () => {
    for (const path of [
      '/',
      `/v2.1/events/${event}`,
      '/v2.1/nothing',
      '/v2.1/events?callback=f',
      '/v2.1/events?callback=1',
    ]) {
      const [get, head] = [await ask(service, path), await ask(service, path, { method: 'HEAD' })];
      expect([head.status, head.text]).toEqual([get.status, '']);
      for (const name of ['content-type', 'content-length', 'access-control-allow-origin']) {
        expect([path, name, head.headers.get(name)]).toEqual([path, name, get.headers.get(name)]);
      }
    }
  });

  it('responds to a preflight', async () => {
    const preflight = { Origin: 'https://app.example.org', 'Access-Control-Request-Method': 'PUT' };
    const answer = await ask(service, `/v2.1/events/${event}`, { method: 'OPTIONS', headers: preflight });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, PUT, DELETE');
    expect(answer.headers.get('access-control-allow-headers')).toBe(
      'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, apollo-require-preflight, ' +
        'apollographql-client-name, apollographql-client-version, traceparent, tracestate, X-Request-Id, Last-Event-ID',
    );
    expect(answer.headers.get('allow')).toBe('GET, PUT, HEAD, OPTIONS');
  });

  it('exposes the headers that scripts of other origins may read', async () => {
    const answer = await ask(service, '/v2.1/talks/1', { method: 'POST' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('access-control-expose-headers')).toBe(
      'Location, ETag, Link, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Deprecation, Sunset, Idempotency-Replayed',
    );
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('rejects %s of the landing page with 405', async (method) => {
    for (const path of ['/', '/v2.1', '/v2.1/']) {
      const answer = await ask(service, path, { method });
      expect([answer.status, answer.text, answer.headers.get('allow')]).toEqual([
        405,
        '["Method not supported"]',
        'GET, HEAD, OPTIONS',
      ]);
    }
  });

  it('is verbose for the exact value `yes` only (contract §1.6)', async () => {
    for (const value of ['YES', '1', 'true', '', 'no']) {
      const [record] = recordsOf(await ask(service, `/v2.1/events/${event}?verbose=${value}`), 'events');
      expect(record).not.toHaveProperty('can_edit');
    }
  });

  it('has no list of all talks', async () => {
    for (const path of ['/v2.1/talks', '/v2.1/talks?title=']) {
      const answer = await ask(service, path);
      expect([answer.status, answer.text]).toEqual([405, '["Generic talks listing not supported"]']);
      expect(answer.headers.has('allow')).toBe(true);
    }
  });

  it('returns JSON for every unsupported format or Accept', async () => {
    for (const path of [
      '/v2.1/events?format=json',
      '/v2.1/events?format=application/json',
      '/v2.1/events?format=xml',
    ]) {
      for (const accept of ['application/json', '*/*', 'image/png']) {
        const answer = await ask(service, path, { headers: { Accept: accept } });
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, JSON_TYPE]);
        expect(recordsOf(answer, 'events')).toHaveLength(1);
      }
    }
  });

  it('wraps responses and errors for JSONP', async () => {
    const plain = await ask(service, `/v2.1/events/${event}/attending`);
    for (const name of ['f', '$', '_a.b$1', 'jQuery110_1', 'a'.repeat(128)]) {
      const answer = await ask(service, `/v2.1/events/${event}/attending?callback=${encodeURIComponent(name)}`);
      expect([answer.status, answer.text]).toEqual([200, `/**/${name}(${plain.text});`]);
      expect(answer.headers.get('content-type')).toBe('application/javascript; charset=utf8');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
    const missing = await ask(service, '/v2.1/events/999999?callback=f');
    expect([missing.status, missing.text]).toEqual([404, '/**/f(["Event not found"]);']);
    expect((await ask(service, `/v2.1/events/${event}?callback=f`)).text).toContain('Line\\u2028end');
  });

  it('treats an empty callback or format as absent (decisions no. 25)', async () => {
    const path = `/v2.1/events/${event}/attending`;
    const plain = await ask(service, path);
    for (const query of ['?callback=', '?format=', '?callback=&format=']) {
      const answer = await ask(service, path + query);
      expect([query, answer.status, answer.headers.get('content-type')]).toEqual([query, 200, JSON_TYPE]);
      expect(answer.text).toBe(plain.text);
    }
    const page = await ask(service, `${path}?format=`, { headers: { Accept: 'text/html' } });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf8');
  });

  it.each(['1a', 'a-b', 'a()', 'alert(1)//', '<script>', 'a'.repeat(129), 'a b'])(
    'rejects the callback "%s"',
    async (name) => {
      const answer = await ask(service, `/v2.1/events?callback=${encodeURIComponent(name)}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([400, JSON_TYPE]);
      expect(bodyOf(answer)).toEqual(['The callback must be the name of a JavaScript function']);
    },
  );

  it('returns errors as problem documents if accepted (decisions no. 6)', async () => {
    const headers = { Accept: 'application/problem+json' };
    const pending = await ask(service, '/v2.1/events?filter=pending', { headers });
    expect([pending.status, pending.headers.get('content-type')]).toEqual([401, 'application/problem+json']);
    expect(bodyOf(pending)).toEqual({
      type: 'about:blank',
      title: 'You must be logged in to view pending events',
      status: 401,
      code: 'UNAUTHENTICATED',
      problems: [{ reason: 'LOGIN_REQUIRED' }],
      requestId: pending.headers.get('x-request-id'),
    });
    const missing = await ask(service, '/v2.1/events/999999', { headers });
    expect(missing.headers.get('content-type')).toBe('application/problem+json');
    expect(bodyOf(missing)).toMatchObject({ title: 'Event not found', status: 404 });
    expect((await ask(service, '/v2.1/events', { headers })).headers.get('content-type')).toBe(JSON_TYPE);
  });
});
