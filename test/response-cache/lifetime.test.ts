import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let [event, talk, token] = ['', '', ''];
const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Start and end of the event, in seconds since 1970. */
const STARTS = Date.UTC(2026, 5, 10, 9) / 1_000;
const ENDS = STARTS + 8 * HOUR;
const iso = (seconds: number) => new Date(seconds * 1_000).toISOString();

beforeAll(async () => {
  service = await startService({ CDN_MAX_AGE: '7200' });
  const { pool } = service.database;
  event = await make.createEvent(pool, { starts_at: iso(STARTS), ends_at: iso(ENDS) });
  talk = await make.createTalk(pool, event);
  token = await make.createToken(pool, await make.createUser(pool));
});
afterAll(() => service.stop());

async function told(moment: number, path: string, headers: Record<string, string> = {}) {
  await service.clock.compare(() => Promise.resolve(moment));
  const response = await fetch(service.base + path, { headers });
  await response.text();
  return response.headers.get('cache-control');
}
const shared = (seconds: number) => `public, max-age=0, must-revalidate, s-maxage=${seconds}`;
const record = () => `/v2.1/events/${event}`;

describe('the lifetime of responses in a CDN (CDN_MAX_AGE)', () => {
  it.each([
    ['while the event is running', STARTS + HOUR, 5],
    ['soon after it', ENDS + HOUR, 5],
    ['a day before it', STARTS - DAY, 86],
    ['ten days after it', ENDS + 10 * DAY, 864],
    ['years after it, as long as it may at the most', ENDS + 900 * DAY, 7_200],
  ])('%s', async (_, moment, seconds) => {
    expect(await told(moment, record())).toBe(shared(seconds));
    expect(await told(moment, `/v2.1/talks/${talk}/comments`)).toBe(shared(seconds));
  });

  it('ends at midnight if time alone may change the response, also when cached hours before and sent as 304', async () => {
    const midnight = Date.UTC(2029, 1, 1) / 1_000;
    expect(await told(midnight - 2 * HOUR - 60, record())).toBe(shared(7_200));
    const tag = (await fetch(service.base + record())).headers.get('etag') ?? '';
    const header = (await told(midnight - 60, record(), { 'If-None-Match': tag })) ?? '';
    const seconds = Number(/^public, max-age=0, must-revalidate, s-maxage=(\d+)$/.exec(header)?.[1]);
    expect([seconds > 50, seconds <= 60]).toEqual([true, true]);
  });

  it('is five seconds for responses about many events', async () => {
    const [moment, variables] = [ENDS + 900 * DAY, encodeURIComponent(JSON.stringify({ limit: 1, verbose: false }))];
    for (const path of ['/v2.1/events', '/v2.1/users', `/graphql?operation=EventCollection&variables=${variables}`]) {
      expect(await told(moment, path)).toBe(shared(5));
    }
  });

  it('is zero for private responses and errors', async () => {
    const moment = ENDS + 900 * DAY;
    expect(await told(moment, record(), { Authorization: `Bearer ${token}` })).toBe('private, no-cache');
    expect(await told(moment, '/v2.1/events/999999')).toBe('public, no-cache');
  });
});
