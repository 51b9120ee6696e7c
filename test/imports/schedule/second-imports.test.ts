import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as make from '../../support/factories.js';
import { startService, type TestService } from '../../support/service.js';
import { countsOf, uploadSchedule } from './upload.js';

let service: TestService;
let [hostId, host, user, event] = ['', '', '', ''];
const pool = () => service.database.pool;
const days = {
  ...{ starts_at: '2027-03-27T09:00:00+01:00', ends_at: '2027-03-28T17:00:00+02:00', time_zone: 'Europe/Oslo' },
};

beforeAll(async () => {
  service = await startService();
  hostId = await make.createUser(pool());
  host = await make.createToken(pool(), hostId);
  user = await make.createUser(pool());
});
beforeEach(async () => {
  event = await make.createEvent(pool(), days);
  await make.createHost(pool(), event, hostId);
});
afterAll(() => service.stop());

const file = (name: string) => readFileSync(join(process.cwd(), 'test/fixtures/schedules/cases', name), 'utf8');
const send = async (content: string, prune = false) =>
  countsOf(await uploadSchedule(service, host, { eventId: event, dryRun: false, prune }, content));

/** Each talk: its ID, title, time in Oslo, language, and identity in the source. */
async function talks() {
  const { rows } = await pool().query<Record<'id' | 'title' | 'start' | 'language' | 'identity', string>>(
    `select t.id, t.title, to_char(t.starts_at at time zone 'Europe/Oslo', 'DD HH24:MI') as start, l.name as language,
        (select string_agg(o.foreign_id, '|') from talk_origins o where o.talk_id = t.id) as identity
      from talks t join languages l on l.id = t.language_id where t.event_id = $1 order by t.starts_at, t.title`,
    [event],
  );
  return rows;
}
const shown = async () => (await talks()).map(({ title, start, identity }) => [title, start, identity]);
const csv = (...rows: string[]) => ['id,title,start,speakers', ...rows].join('\n');

describe('A talk whose identity in the source changes', () => {
  it('keeps its ID, comments and stars', async () => {
    expect(await send(file('19-changed-id.xml'))).toEqual([[1, 0, 0, 0, 0, 0], []]);
    const [before] = await talks();
    const comment = await make.createTalkComment(pool(), event, before!.id, { user_id: user });
    await make.createStar(pool(), event, before!.id, user);
    expect(await send(file('19-changed-id-2.xml'), true)).toEqual([[0, 0, 1, 0, 0, 0], []]);
    expect(await talks()).toEqual([{ ...before, start: '27 15:00', identity: '298' }]);
    const { rows } = await pool().query('select id, talk_id from talk_comments where event_id = $1', [event]);
    expect(rows).toEqual([{ id: comment, talk_id: before!.id }]);
    expect(await send(file('19-changed-id-2.xml'))).toEqual([[0, 0, 0, 0, 0, 1], []]);
  });

  it('is found by title and start, or by title and speakers, of the talks that the source no longer has', async () => {
    await send(
      csv(
        '1,Lunch,2027-03-27 12:00,',
        '2,Lunch,2027-03-28 12:00,',
        '3,Ropes,2027-03-27 10:00,Ida',
        '4,Oars,2027-03-27 9:00,',
      ),
    );
    const before = await talks();
    const renumbered = csv(
      ...[
        '5,Lunch,2027-03-27 12:00,',
        '6,Lunch,2027-03-28 12:00,',
        '7,Ropes,2027-03-28 10:00,Ida',
        '8,Sails,2027-03-27 9:00,',
      ],
    );
    expect(await send(renumbered)).toEqual([[1, 0, 1, 0, 1, 2], ['MISSING_FROM_SOURCE']]);
    const byIdentity = new Map((await talks()).map(({ id, identity }) => [identity, id]));
    expect(['5', '6', '7', '4'].map((identity) => byIdentity.get(identity))).toEqual(
      [
        ['Lunch', '27 12:00'],
        ['Lunch', '28 12:00'],
        ['Ropes', '27 10:00'],
        ['Oars', '27 09:00'],
      ].map(([title, start]) => before.find((talk) => talk.title === title && talk.start === start)?.id),
    );
  });

  it('is new if several talks may be meant, or if the file is not complete', async () => {
    await send(csv('1,Knots,2027-03-27 10:00,Ida', '2,Knots,2027-03-27 11:00,Ida'));
    expect(await send(csv('3,Knots,2027-03-27 12:00,Ida'))).toEqual([
      [1, 0, 0, 0, 2, 0],
      ['MISSING_FROM_SOURCE', 'MISSING_FROM_SOURCE'],
    ]);
    event = await make.createEvent(pool(), days);
    await make.createHost(pool(), event, hostId);
    await send(csv('1,Knots,2027-03-27 10:00,Ida'));
    expect((await send(csv('2,Knots,2027-03-27 12:00,Ida', ',Other,2027-03-27 10:00,')))[0]).toEqual([
      1, 0, 0, 0, 1, 0,
    ]);
  });
});

describe('A second import', () => {
  it('of a talk with several slots changes nothing, and misses a slot that is gone', async () => {
    expect(await send(file('07-recurring.json'))).toEqual([[2, 0, 0, 0, 0, 0], []]);
    expect(await shown()).toEqual([
      ['Knot workshop', '27 10:00', 'AB3DEF'],
      ['Knot workshop', '28 10:00', 'AB3DEF #2'],
    ]);
    expect(await send(file('07-recurring.json'))).toEqual([[0, 0, 0, 0, 0, 2], []]);
    const json = JSON.parse(file('07-recurring.json')) as { schedule: { conference: { days: unknown[] } } };
    const [first] = json.schedule.conference.days;
    json.schedule.conference.days = [first];
    expect(await send(JSON.stringify(json))).toEqual([[0, 0, 0, 0, 1, 1], ['MISSING_FROM_SOURCE']]);
    expect(await shown()).toHaveLength(2);
  });

  it('of the last slot alone moves no talk', async () => {
    await send(file('07-recurring.json'));
    const before = await talks();
    const json = JSON.parse(file('07-recurring.json')) as { schedule: { conference: { days: unknown[] } } };
    json.schedule.conference.days.shift();
    expect((await send(JSON.stringify(json)))[0]).toEqual([0, 0, 0, 0, 1, 1]);
    expect((await talks()).map(({ id, start }) => [id, start])).toEqual(before.map(({ id, start }) => [id, start]));
  });

  it('of one page of a list deletes nothing, and of the whole list does', async () => {
    expect(await send(file('36-pretalx-all.json'))).toEqual([[3, 0, 0, 0, 0, 0], []]);
    const [counts, reasons] = await send(file('36-pretalx-page1.json'), true);
    expect(counts).toEqual([0, 0, 0, 0, 1, 2]);
    expect(reasons).toEqual(['SOURCE_INCOMPLETE', 'MISSING_FROM_SOURCE', 'PRUNE_SKIPPED']);
    expect(await shown()).toHaveLength(3);
    const whole = file('36-pretalx-page1.json').replace(/"next": "[^"]*"/, '"next": null');
    expect(await send(whole, true)).toEqual([[0, 0, 0, 1, 0, 2], []]);
    expect(await shown()).toHaveLength(2);
  });
});

describe('An ID that several talks have', () => {
  const file = csv('1,Ropes,2027-03-27 10:00,', '1,Oars,2027-03-27 11:00,', '1,Oars,2027-03-27 11:00,');

  it('is numbered for each of them, and a repeated entry is one talk', async () => {
    expect(await send(file)).toEqual([
      [2, 0, 0, 0, 0, 0],
      ['ID_NUMBERED', 'DUPLICATE_ID'],
    ]);
    expect(await shown()).toEqual([
      ['Ropes', '27 10:00', '1'],
      ['Oars', '27 11:00', '1 #2'],
    ]);
    expect((await send(file))[0]).toEqual([0, 0, 0, 0, 0, 2]);
    expect(await send(csv('1,Oars,2027-03-27 11:00,'), true)).toEqual([[0, 0, 0, 1, 0, 1], []]);
    expect(await shown()).toEqual([['Oars', '27 11:00', '1 #2']]);
  });
});

describe('A list of languages', () => {
  it('is the first that is stored', async () => {
    expect(await send(file('04-languages.xml'))).toEqual([[2, 0, 0, 0, 0, 0], []]);
    expect((await talks()).map(({ language }) => language)).toEqual(['Deutsch', 'Deutsch']);
    const french = file('04-languages.xml').replaceAll(/de, en|de\/en/g, 'tlh; fr');
    expect(await send(french)).toEqual([[0, 2, 0, 0, 0, 0], []]);
    expect((await talks()).map(({ language }) => language)).toEqual(['Francais', 'Francais']);
  });
});
