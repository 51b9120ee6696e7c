import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config/config.js';
import { createEvent } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask } from './ask.js';

let service: TestService;
let event: string;
beforeAll(async () => {
  service = await startService({
    DEPRECATED_ROUTES:
      'GET /v2.1/events/:id/attending 2027-01-01 2028-02-29 https://docs.example.org/moving?from=v2.1#attending;' +
      'POST /v2.1/events/:eventId/comments 2026-06-30; GET /v2.1/events 2027-01-01 https://docs.example.org/<events>;',
  });
  event = await createEvent(service.database.pool);
});
afterAll(() => service.stop());

const names = ['deprecation', 'sunset', 'link'] as const;

/** The headers about the deprecation, without links of other kinds. */
async function noticeOf(path: string, method = 'GET', headers: Record<string, string> = {}) {
  const answer = await ask(service, path, { method, headers });
  const [deprecation, sunset, link] = names.map((name) => answer.headers.get(name));
  const links = (link ?? '').split(', ').filter((one) => one.includes('rel="deprecation"'));
  return { status: answer.status, deprecation, sunset, links };
}

/** 1 January 2027, 00:00 UTC. */
const NEW_YEAR = '@1798761600';

describe('a deprecated route', () => {
  it('has its date, its end and its documentation in the headers of every response', async () => {
    const attending = {
      status: 200,
      deprecation: NEW_YEAR,
      sunset: 'Tue, 29 Feb 2028 00:00:00 GMT',
      links: ['<https://docs.example.org/moving?from=v2.1#attending>; rel="deprecation"'],
    };
    const path = `/v2.1/events/${event}/attending`;
    expect(await noticeOf(path)).toEqual(attending);
    expect(await noticeOf(`${path}/`, 'HEAD')).toEqual(attending);
    expect(await noticeOf(`${path}?callback=show`)).toEqual(attending);
    expect(await noticeOf('/v2.1/events/99999999/attending')).toEqual({ ...attending, status: 404 });
    expect(await noticeOf(path, 'GET', { Accept: 'text/html' })).toEqual(attending);
  });

  it('needs neither an end nor a documentation', async () => {
    const found = { status: 401, deprecation: '@1782777600', sunset: null, links: [] };
    expect(await noticeOf(`/v2.1/events/${event}/comments`, 'POST')).toEqual(found);
    expect(await noticeOf('/v2.1/events')).toEqual({
      status: 200,
      deprecation: NEW_YEAR,
      sunset: null,
      links: ['<https://docs.example.org/%3Cevents%3E>; rel="deprecation"'],
    });
  });

  it('exposes the headers to scripts of other origins', async () => {
    const { headers } = await ask(service, '/v2.1/events');
    const exposed = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(', ');
    expect(exposed).toEqual(expect.arrayContaining([...names]));
  });

  it('affects neither other methods of its path nor other paths', async () => {
    const none = { deprecation: null, sunset: null, links: [] };
    expect(await noticeOf(`/v2.1/events/${event}/attending`, 'POST')).toEqual({ status: 401, ...none });
    expect(await noticeOf(`/v2.1/events/${event}/attending`, 'PATCH')).toEqual({ status: 405, ...none });
    expect(await noticeOf(`/v2.1/events/${event}/comments`)).toEqual({ status: 200, ...none });
    expect(await noticeOf(`/v2.1/events/${event}`)).toEqual({ status: 200, ...none });
  });
});

describe('DEPRECATED_ROUTES', () => {
  it.each([
    'GET /v2.1/events',
    '/v2.1/events 2027-01-01',
    'GET /v2.1/events 2027-02-29',
    'GET /v2.1/events soon',
    'GET /v2.1/events 2027-01-01 2026-12-31',
    'GET /v2.1/events 2027-01-01 2028-01-01 2029-01-01',
    'GET /v2.1/events https://docs.example.org',
    'GET /v2.1/events 2027-01-01 javascript:alert(1)',
  ])('cannot be "%s", which is reported with the format', (wrong) => {
    const read = () => readConfig({ DEPRECATED_ROUTES: `GET /v2.1/talks/:talkId 2027-01-01; ${wrong}` });
    expect(read).toThrow(
      'DEPRECATED_ROUTES: must be routes, separated by semicolons, such as "GET /v2.1/talks/:talkId 2027-01-01 ' +
        `2028-01-01 https://…", which "${wrong}" is not.`,
    );
  });
});
