import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import ICAL from 'ical.js';
import { ZONE_RULES } from '../../src/core/date/local-time.js';
import { ask, askData, codesOf } from '../graphql/ask.js';
import { takeKinds } from '../changes/log.js';
import { ask as askRest } from '../rest/ask.js';
import { countsOf, uploadSchedule } from '../imports/schedule/upload.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let [userId, token, event] = ['', '', ''];
const pool = () => service.database.pool;

beforeAll(async () => {
  service = await startService();
  userId = await make.createUser(pool());
  token = await make.createToken(pool(), userId);
});
/** A weekend in Amsterdam, a week before the clocks go forward in the night before its second day. */
beforeEach(async () => {
  event = await make.createEvent(pool(), {
    ...{ starts_at: '2026-03-21T09:00:00+01:00', ends_at: '2026-03-22T17:00:00+01:00' },
    ...{ cfp_starts_at: '2026-01-05T00:00:00+01:00', cfp_ends_at: '2026-01-31T00:00:00+01:00' },
  });
  await make.createHost(pool(), event, userId);
});
afterAll(() => service.stop());

const talkAt = (starts_at: string, row: object = {}) => make.createTalk(pool(), event, { starts_at, ...row });
const twoTalks = async () => {
  await talkAt('2026-03-21T10:00:00+01:00', { title: 'First' });
  await talkAt('2026-03-22T10:00:00+01:00', { title: 'Second' });
};

const SHIFT = `mutation ($input: ShiftProgrammeInput!) { shiftProgramme(input: $input) {
  moved programmeOutside event { startDate endDate cfpStartDate cfpEndDate timeZone talks { nodes { startDate } } }
} }`;
const asking = (input: object) => ({ token, variables: { input: { eventId: event, ...input } } });
const refusal = async (input: object) => codesOf(await ask(service, SHIFT, asking(input)));

async function shift(input: object) {
  const { shiftProgramme } = await askData(service, SHIFT, asking(input));
  const { event: shown, ...counts } = shiftProgramme;
  const { talks, ...dates } = shown;
  return { ...counts, ...dates, talks: talks.nodes.map(({ startDate }: { startDate: string }) => startDate) };
}

/** What is stored of the times: instants in UTC, and local times. */
async function stored() {
  const { rows } = await pool().query<object>(
    `select starts_at at time zone 'UTC' as at, starts_local::text as local, zone_rules as rules, schedule_revision as revision
     from talks where event_id = $1 order by starts_at`,
    [event],
  );
  return rows;
}

/** Replaces the event as v2.1 does. */
const put = (changes: object) => {
  const zone = { tz_continent: 'Europe', tz_place: 'Amsterdam' };
  const body = { name: 'Moved', description: 'Later', location: 'Utrecht', ...zone, ...changes };
  return askRest(service, `/v2.1/events/${event}`, { method: 'PUT', token, body });
};

const dates = { startDate: '2026-03-21T09:00:00+01:00', endDate: '2026-03-22T17:00:00+01:00' };
const call = { cfpStartDate: '2026-01-05T00:00:00+01:00', cfpEndDate: '2026-01-31T00:00:00+01:00' };
const nothingOutside = { programmeOutside: 0, timeZone: 'Europe/Amsterdam', ...call };

describe('shiftProgramme', () => {
  it('by days moves the event and its talks, which keep their local hours when clocks change, and back', async () => {
    await twoTalks();
    expect(await shift({ byDays: 7 })).toEqual({
      ...{ ...nothingOutside, moved: 2 },
      ...{ startDate: '2026-03-28T09:00:00+01:00', endDate: '2026-03-29T17:00:00+02:00' },
      talks: ['2026-03-28T10:00:00+01:00', '2026-03-29T10:00:00+02:00'],
    });
    expect(await shift({ byDays: -7 })).toEqual({
      ...{ ...nothingOutside, ...dates, moved: 2 },
      talks: ['2026-03-21T10:00:00+01:00', '2026-03-22T10:00:00+01:00'],
    });
  });

  it('by days to an hour that the clock skips moves it by an hour; the event never ends before it starts', async () => {
    event = await make.createEvent(pool(), {
      ...{ starts_at: '2026-03-22T02:45:00+01:00', ends_at: '2026-03-22T03:15:00+01:00' },
    });
    await make.createHost(pool(), event, userId);
    await talkAt('2026-03-22T02:45:00+01:00');
    const moved = '2026-03-29T03:45:00+02:00';
    expect(await shift({ byDays: 7 })).toMatchObject({ startDate: moved, endDate: moved, talks: [moved] });
  });

  it('by minutes moves them by elapsed time', async () => {
    await talkAt('2026-03-29T01:30:00+01:00');
    expect(await shift({ byMinutes: 45, includeEventDates: false })).toEqual({
      ...{ ...nothingOutside, ...dates, moved: 1, programmeOutside: 1 },
      talks: ['2026-03-29T03:15:00+02:00'],
    });
    const { startDate, endDate, talks } = await shift({ byMinutes: -45 });
    expect([startDate, endDate, talks]).toEqual([
      ...['2026-03-21T08:15:00+01:00', '2026-03-22T16:15:00+01:00', ['2026-03-29T01:30:00+01:00']],
    ]);
  });

  it('to another zone keeps local hours and dates, also those of the call for papers', async () => {
    await twoTalks();
    expect(await shift({ newZone: 'america/new_york' })).toEqual({
      ...{ moved: 2, programmeOutside: 0, timeZone: 'America/New_York' },
      ...{ startDate: '2026-03-21T09:00:00-04:00', endDate: '2026-03-22T17:00:00-04:00' },
      ...{ cfpStartDate: '2026-01-05T00:00:00-05:00', cfpEndDate: '2026-01-31T00:00:00-05:00' },
      talks: ['2026-03-21T10:00:00-04:00', '2026-03-22T10:00:00-04:00'],
    });
    const of = { rules: ZONE_RULES, revision: expect.any(Number) };
    expect(await stored()).toEqual([
      { ...of, at: new Date('2026-03-21T14:00:00Z'), local: '2026-03-21 10:00:00' },
      { ...of, at: new Date('2026-03-22T14:00:00Z'), local: '2026-03-22 10:00:00' },
    ]);
  });

  it('to another zone without the event keeps the instants of its dates', async () => {
    await twoTalks();
    expect(await shift({ newZone: 'UTC', includeEventDates: false })).toEqual({
      ...{ moved: 2, programmeOutside: 0, timeZone: 'UTC' },
      ...{ startDate: '2026-03-21T08:00:00+00:00', endDate: '2026-03-22T16:00:00+00:00' },
      ...{ cfpStartDate: '2026-01-04T23:00:00+00:00', cfpEndDate: '2026-01-30T23:00:00+00:00' },
      talks: ['2026-03-21T10:00:00+00:00', '2026-03-22T10:00:00+00:00'],
    });
  });

  it('to a zone with the same clock moves nothing, and keeps the stored local times', async () => {
    await twoTalks();
    const shown = await shift({ newZone: 'Europe/Paris' });
    expect([shown.moved, shown.timeZone, shown.startDate]).toEqual([0, 'Europe/Paris', dates.startDate]);
    expect(await stored()).toMatchObject([
      { local: '2026-03-21 10:00:00', rules: ZONE_RULES },
      { local: '2026-03-22 10:00:00', rules: ZONE_RULES },
    ]);
  });

  it('of nothing changes nothing', async () => {
    // The second half past two of that night, which a parsed local time never is.
    await talkAt('2026-10-25T02:30:00+01:00');
    await takeKinds(pool(), event);
    for (const input of [{ byDays: 0 }, { byMinutes: 0 }, { newZone: 'Europe/Amsterdam' }]) {
      const { moved, talks } = await shift(input);
      expect([moved, talks]).toEqual([0, ['2026-10-25T02:30:00+01:00']]);
    }
    expect(await takeKinds(pool(), event)).toEqual([]);
  });

  it('is recorded as a change of the event and of each talk, and moves entries of calendars', async () => {
    await twoTalks();
    await takeKinds(pool(), event);
    const entries = async () => {
      const feed = await (await fetch(`${service.base}/feeds/events/${event}.ics`)).text();
      const found = new ICAL.Component(ICAL.parse(feed) as unknown[]).getAllSubcomponents('vevent');
      const values = ['summary', 'dtstart', 'sequence'].map(
        (name) => (entry: ICAL.Component) => String(entry.getFirstPropertyValue(name)),
      );
      return found.map((entry) => values.map((value) => value(entry)).join(' ')).sort();
    };
    expect(await entries()).toEqual(['First 2026-03-21T10:00:00 0', 'Second 2026-03-22T10:00:00 0']);
    await shift({ byDays: 7 });
    expect(await takeKinds(pool(), event)).toEqual(['event.changed', 'talk.moved', 'talk.moved']);
    expect(await entries()).toEqual(['First 2026-03-28T10:00:00 1', 'Second 2026-03-29T10:00:00 1']);
  });

  it('stays when the schedule is imported again with its old times', async () => {
    const file = 'title,start\nFirst,2026-03-21 10:00\nSecond,2026-03-22 10:00';
    const upload = () => uploadSchedule(service, token, { eventId: event, dryRun: false }, file);
    expect(countsOf(await upload())).toEqual([[2, 0, 0, 0, 0, 0], []]);
    const { talks } = await shift({ byDays: 7 });
    expect(countsOf(await upload())).toEqual([[0, 0, 0, 0, 0, 2], []]);
    expect((await shift({ byDays: 0 })).talks).toEqual(talks);
  });

  it('requires exactly one way to move, within its range and into the years 1 to 9999', async () => {
    const last = await talkAt('9999-12-31T10:00:00Z');
    const invalid = (...problems: object[]) => [['INVALID', problems]];
    const ambiguous = { reason: 'SHIFT_AMBIGUOUS' };
    const outOfRange = (field: string) => ({ reason: 'NUMBER_OUT_OF_RANGE', field });
    const unknownZone = { reason: 'TIME_ZONE_UNKNOWN', field: 'newZone' };
    const before = await stored();
    expect(await refusal({})).toEqual(invalid(ambiguous));
    expect(await refusal({ byDays: 1, newZone: 'UTC' })).toEqual(invalid(ambiguous));
    expect(await refusal({ byDays: -36_526 })).toEqual(invalid(outOfRange('byDays')));
    expect(await refusal({ byMinutes: 44_641 })).toEqual(invalid(outOfRange('byMinutes')));
    expect(await refusal({ newZone: 'BST' })).toEqual(
      invalid({ ...unknownZone, suggestions: expect.arrayContaining(['Europe/London']) }),
    );
    expect(await refusal({ byDays: 1 })).toEqual(invalid(outOfRange('byDays')));
    expect(await stored()).toEqual(before);
    await pool().query('delete from talks where id = $1', [last]);
    expect((await shift({ byDays: 36_525 })).startDate).toBe('2126-03-22T09:00:00+01:00');
  });

  it('takes as many statements for many talks as for one', async () => {
    const statements = async (): Promise<readonly string[]> => {
      service.takeStatements();
      await shift({ byDays: 1 });
      return service.takeStatements().sort();
    };
    const id = await talkAt('2026-03-21T10:00:00+01:00');
    const few = await statements();
    await pool().query(
      `insert into talks (event_id, title, slug, description, talk_type_id, language_id, starts_at, duration_minutes, stub)
       select event_id, title || n, slug || n, description, talk_type_id, language_id, starts_at + n * interval '1 minute',
         30, stub || n from talks, generate_series(1, 300) as n where id = $1`,
      [id],
    );
    expect(await statements()).toEqual(few);
    expect(few.length).toBeLessThan(20);
  });
});

describe('Talks that new dates of their event leave outside', () => {
  const UPDATE = `mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { programmeOutside } }`;
  const moveEvent = async (input: object) => {
    const { updateEvent } = await askData(service, UPDATE, asking(input));
    return updateEvent.programmeOutside as number;
  };
  const aWeekLater = { startDate: '2026-03-28 09:00', endDate: '2026-03-29 17:00' };

  it('are counted by updateEvent, and follow with shiftProgramme without the event', async () => {
    await twoTalks();
    expect(await moveEvent({ location: 'Utrecht' })).toBe(0);
    expect(await moveEvent(aWeekLater)).toBe(2);
    expect(await shift({ byDays: 7, includeEventDates: false })).toEqual({
      ...{ ...nothingOutside, moved: 2 },
      ...{ startDate: '2026-03-28T09:00:00+01:00', endDate: '2026-03-29T17:00:00+02:00' },
      talks: ['2026-03-28T10:00:00+01:00', '2026-03-29T10:00:00+02:00'],
    });
  });

  it('are not those on its first or last day, nor less than 24 hours after its end', async () => {
    await talkAt('2026-03-21T00:00:00+01:00');
    await talkAt('2026-03-22T23:59:59+01:00');
    await talkAt('2026-03-23T16:59:59+01:00');
    expect(await moveEvent({})).toBe(0);
    await talkAt('2026-03-20T23:59:59+01:00');
    await talkAt('2026-03-23T17:00:00+01:00');
    expect(await moveEvent({})).toBe(2);
    // There, the days begin an hour earlier.
    expect(await moveEvent({ timeZone: 'Europe/Helsinki' })).toBe(1);
  });

  it('are counted by replaceEvent; a PUT of v2.1 returns nothing, and keeps them', async () => {
    await twoTalks();
    const fields = {
      name: 'Moved',
      description: 'Later',
      location: 'Utrecht',
      timeZone: 'Europe/Amsterdam',
      ...aWeekLater,
    };
    const replace = 'mutation ($input: ReplaceEventInput!) { replaceEvent(input: $input) { programmeOutside } }';
    const { replaceEvent } = await askData(service, replace, asking(fields));
    expect(replaceEvent).toEqual({ programmeOutside: 2 });
    const answer = await put({ start_date: '2026-04-28 09:00', end_date: '2026-04-29 17:00' });
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect((await stored()).length).toBe(2);
  });

  it('can be changed by updateTalk in all but their start', async () => {
    const talk = await talkAt('2026-03-21T10:00:00+01:00');
    await moveEvent(aWeekLater);
    const update =
      'mutation ($input: UpdateTalkInput!) { updateTalk(input: $input) { talk { room durationMinutes } } }';
    const input = { talkId: talk, room: 'Attic', durationMinutes: 45 };
    const { updateTalk } = await askData(service, update, { token, variables: { input } });
    expect(updateTalk.talk).toEqual({ room: 'Attic', durationMinutes: 45 });
  });
});
