import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

/** A year with both changes of the clock, in the past: no test depends on the date. */
const SUMMER = '2025-07-01T10:00:00+02:00';
const WINTER = '2025-12-01T10:00:00+01:00';
const hostile = 'Ünï 🎉; a,b\\c ]]> \b"\r\nBEGIN:VEVENT';

let service: TestService;
let event: string;
let [summer, winter, track] = ['', '', ''];

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  const days = { starts_at: '2025-06-30T09:00:00+02:00', ends_at: '2025-12-02T18:00:00+01:00' };
  event = await make.createEvent(pool, { name: 'Year of talks', ...days });
  const row = { title: hostile, description: '🎉'.repeat(200), room: 'Attic', starts_at: SUMMER };
  summer = await make.createTalk(pool, event, row);
  winter = await make.createTalk(pool, event, { starts_at: WINTER, duration_minutes: 0, talk_type_id: 3 });
  track = await make.createTrack(pool, event, { name: 'Tools, and more' });
  await make.putOnTrack(pool, event, summer, track);
  await make.putOnTrack(pool, event, summer, await make.createTrack(pool, event, { name: 'Beginners' }));
  await make.createSpeaker(pool, event, summer, { display_name: 'Ann' });
});
afterAll(() => service.stop());

const request = (path: string, init?: RequestInit) => fetch(`${service.base}/feeds/${path}`, init);
const read = async (path: string) => (await request(path)).text();
const entriesOf = (text: string) => new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent');
/** The only entry of a calendar. */
const entryOf = (text: string) => new ICAL.Event(entriesOf(text)[0]);
const titlesOf = (text: string) => entriesOf(text).map((entry) => String(entry.getFirstPropertyValue('summary')));

describe('a talk at a local time that occurs twice', () => {
  it.each([
    ['Africa/Cairo', '2025-10-30T23:30:00+03:00', '2025-10-30T23:30:00+02:00'],
    ['Asia/Beirut', '2025-10-25T23:30:00+03:00', '2025-10-25T23:30:00+02:00'],
    ['America/Santiago', '2025-04-05T23:30:00-03:00', '2025-04-05T23:30:00-04:00'],
    ['America/Nuuk', '2025-10-25T23:30:00-01:00', '2025-10-25T23:30:00-02:00'],
    ['America/Havana', '2025-11-02T00:30:00-04:00', '2025-11-02T00:30:00-05:00'],
    ['Atlantic/Azores', '2025-10-26T00:30:00+00:00', '2025-10-26T00:30:00-01:00'],
    ['Australia/Lord_Howe', '2025-04-06T01:45:00+11:00', '2025-04-06T01:45:00+10:30'],
    ['Antarctica/Casey', '2022-03-12T23:30:00+11:00', '2022-03-12T23:30:00+08:00'],
    ['America/New_York', '2025-11-02T01:30:00-04:00', '2025-11-02T01:30:00-05:00'],
  ])('in %s is read at its own instant, because it is written in UTC', async (zone, first, second) => {
    const { pool } = service.database;
    const days = { starts_at: first, ends_at: second, time_zone: zone };
    const id = await make.createEvent(pool, { name: 'Clocks', ...days });
    for (const starts_at of [first, second]) await make.createTalk(pool, id, { title: starts_at, starts_at });
    const text = await read(`events/${id}.ics`);
    const expected = [first, second].map((at) => new Date(at).toISOString());
    const entries = entriesOf(text).map((entry) => new ICAL.Event(entry).startDate);
    expect(entries.map(({ zone: { tzid } }) => tzid)).toEqual(['UTC', 'UTC']);
    expect(entries.map((start) => start.toJSDate().toISOString())).toEqual(expected);
    const parsed = Object.values(nodeIcal.sync.parseICS(text)).filter((entry) => entry?.type === 'VEVENT');
    expect(parsed.map(({ start }) => start.toISOString())).toEqual(expected);
  });
});

describe('a calendar of talks', () => {
  it('is read by ical.js with the same texts and times, across a change of the clock', async () => {
    const text = await read(`events/${event}.ics`);
    const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
    expect(calendar.getFirstPropertyValue('name')).toBe('Year of talks');
    const [first, second] = calendar.getAllSubcomponents('vevent').map((entry) => new ICAL.Event(entry));
    expect(first!.summary).toBe('Ünï 🎉; a,b\\c ]]> "\nBEGIN:VEVENT');
    expect(first!.description).toBe(`Ann\n\n${'🎉'.repeat(200)}`);
    expect(first!.location).toBe('Attic, Amsterdam');
    // In one line: ts-ics reads the last one only.
    const categories = first!.component.getAllProperties('categories').map((line) => line.getValues());
    expect(categories).toEqual([['Beginners', 'Tools, and more']]);
    expect(first!.startDate.toJSDate().toISOString()).toBe('2025-07-01T08:00:00.000Z');
    expect(first!.duration.toSeconds()).toBe(30 * 60);
    expect(second!.startDate.toJSDate().toISOString()).toBe('2025-12-01T09:00:00.000Z');
    // Of unknown length.
    expect(second!.duration.toSeconds()).toBe(5 * 60);
  });

  it('is read by node-ical with the same times', async () => {
    const parsed = nodeIcal.sync.parseICS(await read(`events/${event}.ics`));
    const entries = Object.values(parsed).filter((entry) => entry?.type === 'VEVENT');
    expect(entries.map(({ start }) => start.toISOString())).toEqual([
      '2025-07-01T08:00:00.000Z',
      '2025-12-01T09:00:00.000Z',
    ]);
  });

  it('has lines of at most 75 octets that are valid UTF-8, ended by CRLF', async () => {
    const bytes = Buffer.from(await (await request(`events/${event}.ics`)).arrayBuffer());
    const lines = bytes.toString('latin1').split('\r\n');
    expect(lines.pop()).toBe('');
    for (const line of lines) {
      expect(line.length).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/[\r\n]/);
      new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(line, 'latin1'));
    }
  });

  it('can be limited to tracks and types', async () => {
    const [all, ofTrack, keynotes, both] = await Promise.all(
      ['', `?tracks=${track},999`, '?types=Keynote,workshop', `?tracks=${track}&types=keynote`].map((query) =>
        read(`events/${event}.ics${query}`),
      ),
    );
    expect([all!, ofTrack!, keynotes!, both!].map((text) => titlesOf(text).length)).toEqual([2, 1, 1, 0]);
    for (const query of ['?types=lecture', '?tracks=one']) {
      const { status } = await request(`events/${event}.ics${query}`);
      expect({ query, status }).toEqual({ query, status: 400 });
    }
  });

  it('exists for a talk, a track and a speaker', async () => {
    const speaker = await make.createUser(service.database.pool);
    await make.createSpeaker(service.database.pool, event, winter, { user_id: speaker });
    expect(
      entryOf(await read(`talks/${winter}.ics`))
        .startDate.toJSDate()
        .toISOString(),
    ).toBe('2025-12-01T09:00:00.000Z');
    expect(titlesOf(await read(`tracks/${track}.ics`))).toHaveLength(1);
    expect(titlesOf(await read(`users/${speaker}/talks.ics`))).toHaveLength(1);
    for (const path of ['talks/0.ics', 'tracks/0.ics', 'users/0/talks.ics', 'events/0.ics']) {
      expect([path, (await request(path)).status]).toEqual([path, 404]);
    }
  });

  it('of a private event is not found', async () => {
    const { pool } = service.database;
    const hidden = await make.createEvent(pool, { is_private: true });
    const talk = await make.createTalk(pool, hidden);
    for (const path of [`events/${hidden}.ics`, `talks/${talk}.ics`]) {
      expect([path, (await request(path)).status]).toEqual([path, 404]);
    }
  });
});

it('a calendar of the years 1 to 9999 lists no offsets before 1970 and after 2100, and has years of four digits', async () => {
  const { pool } = service.database;
  const days = { starts_at: '0001-06-01T00:00:00Z', ends_at: '9999-12-31T23:30:00Z' };
  const long = await make.createEvent(pool, { name: 'Long', tags: ['long'], ...days });
  const last = await make.createEvent(pool, { tags: ['long'], ...days, starts_at: '9999-12-31T12:00:00Z' });
  for (const starts_at of [days.starts_at, SUMMER, '9999-12-01T00:00:00Z'])
    await make.createTalk(pool, long, { starts_at });
  const text = await read(`events/${long}.ics`);
  expect(text.length).toBeLessThan(5_000);
  expect(text.match(/^DTSTART.*(?=\r\nDURATION)/gm)).toEqual([
    ...['DTSTART:00010601T000000Z', 'DTSTART;TZID=Europe/Amsterdam:20250701T100000', 'DTSTART:99991201T000000Z'],
  ]);
  const list = await read('events.ics?tags=long');
  expect(list.match(/^DT(?:START|END);.*(?=\r)/gm)?.filter((line) => !/:\d{8}$/.test(line))).toEqual([]);
  await pool.query('delete from events where id = any($1)', [[long, last]]);
});

describe('an entry', () => {
  it('keeps its bytes after a comment and a star, and 304 is returned', async () => {
    const { pool } = service.database;
    const path = `events/${event}.ics`;
    const before = await request(path);
    const bytes = await before.text();
    await make.createTalkComment(pool, event, summer);
    await make.createStar(pool, event, summer, await make.createUser(pool));
    const headers = { 'If-None-Match': before.headers.get('etag') ?? '' };
    expect((await request(path, { headers })).status).toBe(304);
    expect(await read(path)).toBe(bytes);
  });

  it('has the next SEQUENCE at its new time after a move, and is cancelled after the deletion', async () => {
    const { pool } = service.database;
    const talk = await make.createTalk(pool, event, { title: 'Moved', starts_at: SUMMER });
    const found = async () =>
      entriesOf(await read(`events/${event}.ics`))
        .map((entry) => new ICAL.Event(entry))
        .find(({ summary }) => summary.endsWith('Moved'))!;
    const { uid } = await found();
    await pool.query("update talks set starts_at = starts_at + interval '1 hour' where id = $1", [talk]);
    const moved = await found();
    expect([moved.uid, moved.sequence, moved.startDate.toJSDate().toISOString()]).toEqual([
      ...[uid, 1, '2025-07-01T09:00:00.000Z'],
    ]);
    await pool.query('delete from talks where id = $1', [talk]);
    const cancelled = await found();
    const { component, sequence, summary } = cancelled;
    expect([cancelled.uid, sequence, component.getFirstPropertyValue('status'), summary]).toEqual([
      ...[uid, 2, 'CANCELLED', 'Cancelled: Moved'],
    ]);
  });

  it('of a talk that returns is above its cancelled entry, which is gone, so that no UID occurs twice', async () => {
    const { pool } = service.database;
    const guid = 'f0000000-0000-4000-8000-000000000002';
    const other = await make.createEvent(pool, { name: 'Elsewhere' });
    const speaker = await make.createUser(pool);
    const give = async (at: string) => {
      const talk = await make.createTalk(pool, at, { title: 'Returning', guid, starts_at: SUMMER });
      await make.createSpeaker(pool, at, talk, { user_id: speaker });
      return talk;
    };
    const first = await give(event);
    await pool.query("update talks set room = 'Cellar' where id = $1", [first]);
    await pool.query('delete from talks where id = $1', [first]);
    const found = async (path: string) =>
      entriesOf(await read(path)).map((entry) => ({
        ...{ uid: new ICAL.Event(entry).uid, sequence: new ICAL.Event(entry).sequence },
        status: entry.getFirstPropertyValue('status'),
      }));
    const of = (entries: Awaited<ReturnType<typeof found>>) => entries.filter(({ uid }) => uid === guid);
    const cancelled = of(await found(`events/${event}.ics`));
    expect(cancelled).toEqual([{ uid: guid, sequence: 2, status: 'CANCELLED' }]);
    await give(event);
    await give(other);
    const back = await found(`events/${event}.ics`);
    expect(of(back)).toEqual([{ uid: guid, sequence: 3, status: 'CONFIRMED' }]);
    const own = await found(`users/${speaker}/talks.ics`);
    expect(own).toHaveLength(2);
    for (const entries of [back, own]) expect(new Set(entries.map(({ uid }) => uid)).size).toBe(entries.length);
  });

  it.each([
    [3, 'Abgesagt: Gelöscht'],
    [9, 'Cancelado: Gelöscht'],
  ])('of a deleted talk says so in the language of most talks of the event: %i', async (language_id, title) => {
    const { pool } = service.database;
    const other = await make.createEvent(pool);
    for (const of of [2, language_id, language_id]) await make.createTalk(pool, other, { language_id: of });
    const talk = await make.createTalk(pool, other, { title: 'Gelöscht' });
    await pool.query('delete from talks where id = $1', [talk]);
    expect(titlesOf(await read(`events/${other}.ics`))).toContain(title);
  });

  it('has a UID of its own if an earlier talk has its GUID', async () => {
    const { pool } = service.database;
    const { rows } = await pool.query<{ guid: string }>('select guid from talks where id = $1', [summer]);
    const [{ guid } = { guid: '' }] = rows;
    const copy = await make.createTalk(pool, await make.createEvent(pool), { guid });
    expect(entryOf(await read(`talks/${summer}.ics`)).uid).toBe(guid);
    const { uid } = entryOf(await read(`talks/${copy}.ics`));
    expect(uid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5/);
    await pool.query('delete from talks where id = $1', [summer]);
    expect(entryOf(await read(`talks/${copy}.ics`)).uid).toBe(uid);
  });
});

it('the time between two loads is short during the event', async () => {
  const now = Date.now();
  const days = { starts_at: new Date(now - 3_600_000), ends_at: new Date(now + 3_600_000) };
  const running = await make.createEvent(service.database.pool, days);
  await make.createTalk(service.database.pool, running, { starts_at: new Date(now) });
  expect(await read(`events/${running}.ics`)).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT15M\r\n');
  expect(await read(`events/${event}.ics`)).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT6H\r\n');
});
