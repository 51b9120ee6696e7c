import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, recordOf, recordsOf } from './ask.js';

describe('averages, comment windows and dates', () => {
  let service: TestService;
  const event = async (id: string) => recordOf(await ask(service, `/v2.1/events/${id}?verbose=yes`), 'events');
  const talk = async (id: string) => recordOf(await ask(service, `/v2.1/talks/${id}?verbose=yes`), 'talks');

  beforeAll(async () => (service = await startService()));
  afterAll(() => service.stop());
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each([
    [[2, 3], 3],
    [[1, 2, 2], 2],
    [[1, 1, 2], 1],
    [[4, 5], 5],
    [[3], 3],
    [[], 0],
  ])('rounds the mean of %j half up to %i, for talks and events (contract §4.5)', async (ratings, average) => {
    const { pool } = service.database;
    const on = await make.createEvent(pool);
    const held = await make.createTalk(pool, on);
    for (const rating of ratings) {
      const user_id = await make.createUser(pool);
      await make.createTalkComment(pool, on, held, { rating, user_id });
      await make.createEventComment(pool, on, { rating, user_id });
    }
    expect((await talk(held))['average_rating']).toBe(average);
    expect((await event(on))['event_average_rating']).toBe(average);
  });

  it('excludes from the average of a talk: anonymous, zero, private, hidden, and its own speakers', async () => {
    const { pool } = service.database;
    const on = await make.createEvent(pool);
    const held = await make.createTalk(pool, on);
    const speaker = await make.createUser(pool);
    await make.createSpeaker(pool, on, held, { user_id: speaker });
    const comment = async (row: object) =>
      make.createTalkComment(pool, on, held, { user_id: await make.createUser(pool), ...row });
    await comment({ rating: 5 });
    await comment({ rating: 1, user_id: null });
    await comment({ rating: 0 });
    await comment({ rating: 1, is_private: true });
    await comment({ rating: 1, is_hidden: true });
    await comment({ rating: 1, user_id: speaker });
    expect(await talk(held)).toMatchObject({ average_rating: 5, comment_count: 4 });
    expect((await event(on))['talk_comments_count']).toBe(4);
  });

  it('excludes from the average of an event: anonymous, zero, hidden, without rating, and its hosts', async () => {
    const { pool } = service.database;
    const on = await make.createEvent(pool);
    const host = await make.createUser(pool);
    await make.createHost(pool, on, host);
    const comment = async (row: object) =>
      make.createEventComment(pool, on, { user_id: await make.createUser(pool), ...row });
    await comment({ rating: 4 });
    await comment({ rating: 1, user_id: null });
    await comment({ rating: 0 });
    await comment({ rating: null });
    await comment({ rating: 1, is_hidden: true });
    await comment({ rating: 1, user_id: host });
    expect(await event(on)).toMatchObject({ event_average_rating: 4, event_comments_count: 5 });
  });

  it('shows the caller their first rating', async () => {
    const { pool } = service.database;
    const on = await make.createEvent(pool);
    const held = await make.createTalk(pool, on);
    const user_id = await make.createUser(pool);
    await make.createTalkComment(pool, on, held, { user_id, rating: 0, created_at: '2026-06-03T00:00:00Z' });
    await make.createTalkComment(pool, on, held, { user_id, rating: 2, created_at: '2026-06-02T00:00:00Z' });
    const token = await make.createToken(pool, user_id);
    const [record] = recordsOf(await ask(service, `/v2.1/talks/${held}?verbose=yes`, { token }), 'talks');
    expect(record?.['user_rating']).toBe(2);
  });

  it.each([
    ['2026-07-16T00:00:00Z', 0],
    ['2026-07-15T23:59:59Z', 1],
    ['2026-07-15T00:00:00Z', 1],
    ['2026-04-16T00:00:01Z', 1],
    ['2026-04-16T00:00:00Z', 0],
  ])('comments on what starts %s are open (%i) all through 15 July 2026 (contract §4.4)', async (starts_at, open) => {
    const { pool } = service.database;
    const on = await make.createEvent(pool, { starts_at, ends_at: starts_at });
    const held = await make.createTalk(pool, on, { starts_at });
    for (const now of ['2026-07-15T00:00:00Z', '2026-07-15T23:59:59Z']) {
      jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
      expect((await event(on))['comments_enabled']).toBe(open);
      expect((await talk(held))['comments_enabled']).toBe(open);
    }
  });

  it.each([
    ['Europe/Amsterdam', '2026-01-15T12:00:00Z', '2026-01-15T13:00:00+01:00', 'Europe', 'Amsterdam'],
    ['Europe/Amsterdam', '2026-07-15T12:00:00Z', '2026-07-15T14:00:00+02:00', 'Europe', 'Amsterdam'],
    ['Europe/Amsterdam', '2026-03-29T00:59:59Z', '2026-03-29T01:59:59+01:00', 'Europe', 'Amsterdam'],
    ['Europe/Amsterdam', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00+02:00', 'Europe', 'Amsterdam'],
    ['America/New_York', '2026-11-01T05:59:59Z', '2026-11-01T01:59:59-04:00', 'America', 'New_York'],
    ['America/New_York', '2026-11-01T06:00:00Z', '2026-11-01T01:00:00-05:00', 'America', 'New_York'],
    ['Asia/Kolkata', '2026-07-15T20:00:00Z', '2026-07-16T01:30:00+05:30', 'Asia', 'Kolkata'],
    ['America/St_Johns', '2026-01-15T12:00:00.987Z', '2026-01-15T08:30:00-03:30', 'America', 'St_Johns'],
    [
      'America/Argentina/Buenos_Aires',
      '2026-07-15T12:00:00Z',
      '2026-07-15T09:00:00-03:00',
      'America',
      'Argentina/Buenos_Aires',
    ],
    ['UTC', '2026-07-15T12:00:00Z', '2026-07-15T12:00:00+00:00', '', 'UTC'],
  ])('formats dates of %s at %s as %s everywhere', async (time_zone, moment, written, tz_continent, tz_place) => {
    const { pool } = service.database;
    const dates = { starts_at: moment, ends_at: moment, cfp_starts_at: moment, cfp_ends_at: moment };
    const on = await make.createEvent(pool, { time_zone, ...dates });
    const held = await make.createTalk(pool, on, { starts_at: moment });
    const said = await make.createTalkComment(pool, on, held, { created_at: moment });
    const heard = await make.createEventComment(pool, on, { created_at: moment });
    expect(await event(on)).toMatchObject({
      start_date: written,
      end_date: written,
      cfp_start_date: written,
      cfp_end_date: written,
      tz_continent,
      tz_place,
    });
    expect((await talk(held))['start_date']).toBe(written);
    for (const path of [`talk_comments/${said}`, `event_comments/${heard}`]) {
      expect(recordOf(await ask(service, `/v2.1/${path}`), 'comments')['created_date']).toBe(written);
    }
  });
});
