import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEvent, createTalk, createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, recordOf } from './ask.js';

let service: TestService;
let token: string;
let event: string;
let talk: string;
let hidden: string;

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  token = await createToken(pool, await createUser(pool));
  event = await createEvent(pool);
  talk = await createTalk(pool, event);
  hidden = await createEvent(pool, { status: 'PENDING' });
});
afterAll(() => service.stop());

/** Stars and attendance: where they are set, and where they are visible. */
const marks = () =>
  [
    {
      path: `/v2.1/talks/${talk}/starred`,
      record: `/v2.1/talks/${talk}`,
      name: 'talks',
      mark: 'starred',
      count: 'starred_count',
    },
    {
      path: `/v2.1/events/${event}/attending`,
      record: `/v2.1/events/${event}`,
      name: 'events',
      mark: 'attending',
      count: 'attendee_count',
    },
  ] as const;

describe('stars and attendance (spec §3, §4.2, §4.5; decisions no. 9)', () => {
  it.each([0, 1])('are set and cleared idempotently', async (which) => {
    const { path, record, name, mark, count } = marks()[which] ?? marks()[0];
    for (const [method, status, set] of [
      ['POST', 201, true],
      ['POST', 201, true],
      ['DELETE', 200, false],
      ['DELETE', 200, false],
    ] as const) {
      const answer = await ask(service, path, { method, token });
      expect([answer.status, answer.text, answer.headers.get('location')]).toEqual([status, '', service.base + path]);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf8');
      expect(answer.headers.get('content-length')).toBe('0');
      const seen = recordOf(await ask(service, record, { token }), name);
      expect([seen[mark], seen[count]]).toEqual([set, set ? 1 : 0]);
    }
  });

  it.each([
    [0, 'POST', 'You must be logged in to create data'],
    [0, 'DELETE', 'You must be logged in to remove data'],
    [1, 'POST', 'You must be logged in to create data'],
    [1, 'DELETE', 'You must be logged in to delete data'],
  ] as const)('of kind %i: %s without a token returns 401', async (which, method, sentence) => {
    const answer = await ask(service, marks()[which].path, { method });
    expect([answer.status, bodyOf(answer)]).toEqual([401, [sentence]]);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="lectern"');
  });

  it.each([
    ['/v2.1/talks/999999/starred', 'Talk not found'],
    ['/v2.1/events/999999/attending', 'Event not found'],
  ])('%s: an unknown record returns 404', async (path, sentence) => {
    for (const method of ['POST', 'DELETE']) {
      const answer = await ask(service, path, { method, token });
      expect([answer.status, bodyOf(answer)]).toEqual([404, [sentence]]);
    }
  });

  it('a hidden record returns 404 as well', async () => {
    const answer = await ask(service, `/v2.1/events/${hidden}/attending`, { method: 'POST', token });
    expect([answer.status, bodyOf(answer)]).toEqual([404, ['Event not found']]);
  });

  it('200 concurrent stars and 200 attendances create one of each', async () => {
    const [star, attendance] = marks();
    const requests = [star, attendance].flatMap(({ path }) => Array.from({ length: 200 }, () => path));
    const answers = await Promise.all(requests.map((path) => ask(service, path, { method: 'POST', token })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(recordOf(await ask(service, star.record), 'talks')['starred_count']).toBe(1);
    expect(recordOf(await ask(service, attendance.record), 'events')['attendee_count']).toBe(1);
  });
});
