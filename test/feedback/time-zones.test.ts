import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import { eventually } from '../support/process.js';
import { startService, type TestService } from '../support/service.js';
import { askData } from '../graphql/ask.js';
import { createWorld, type FeedbackWorld } from './world.js';

let service: TestService;
let world: FeedbackWorld;
beforeAll(async () => {
  service = await startService();
  world = await createWorld(service, 'HIDDEN');
  const { pool } = service.database;
  await pool.query("update events set time_zone = 'Europe/Amsterdam' where id = $1", [world.event]);
  for (const [table, id] of [
    ['talk_comment', world.talkComment],
    ['event_comment', world.eventComment],
  ] as const) {
    await pool.query(
      `update ${table}s set created_at = '2026-06-01T00:00:00+02:00', posted_at = '2026-06-01T14:37:00Z',
        edited_at = '2026-06-01T14:41:00Z' where id = $1`,
      [id],
    );
    await pool.query(
      `insert into comment_versions (event_id, ${table}_id, comment, replaced_at)
        values ($1, $2, 'before', '2026-06-01T14:41:00Z')`,
      [world.event, id],
    );
  }
});
afterAll(() => service.stop());

const REPLACE = 'mutation ($input: ReplaceEventInput!) { replaceEvent(input: $input) { event { timeZone } } }';
const COMMENT = 'createdAt editedAt versions { replacedAt }';

/** What a host sees of the times of both comments, after moving the event to a time zone, as instants. */
async function timesIn(timeZone: string): Promise<string[]> {
  const { talkComment, eventComment, event, tokens } = world;
  const input = {
    ...{ eventId: event, name: 'Moving', description: 'd', location: 'l', timeZone },
    ...{ startDate: '2026-05-30', endDate: '2026-06-03' },
  };
  await askData(service, REPLACE, { variables: { input }, token: tokens.host });
  const query = `{ talkComment(id: ${talkComment}) { ${COMMENT} } eventComment(id: ${eventComment}) { ${COMMENT} } }`;
  const found = await askData(service, query, { token: tokens.host });
  return [found.talkComment, found.eventComment].flatMap(({ createdAt, editedAt, versions }) =>
    [createdAt, editedAt, versions[0].replacedAt].map((time: string) => new Date(time).toISOString()),
  );
}

describe('A comment with a hidden name', () => {
  it('is of the same day in every time zone to which a host moves the event', async () => {
    const zones = ['Pacific/Kiritimati', 'Australia/Adelaide', 'Australia/Darwin', 'Asia/Tokyo', 'Etc/GMT+12'];
    const seen = new Set<string>();
    for (const zone of zones) for (const time of await timesIn(zone)) seen.add(time);

    expect([...seen]).toEqual(['2026-05-31T22:00:00.000Z']);
  });
});

/** PostgreSQL reads CET as an offset, and the rules of the others depend on the version of its zone data. */
describe.each([
  ['CET', '2026-07-15T14:37:00Z'],
  ['MET', '2026-07-15T14:37:00Z'],
  ['America/Edmonton', '2026-12-15T19:37:00Z'],
  ['Africa/Casablanca', '2026-12-15T14:37:00Z'],
])('The day of a comment in %s', (zone, time) => {
  it('starts at local midnight while the event hides all names', async () => {
    const open = await createWorld(service, 'PUBLIC');
    const { pool } = service.database;
    await pool.query('update events set time_zone = $2 where id = $1', [open.event, zone]);
    await pool.query('update talk_comments set created_at = $2, edited_at = $2 where id = $1', [
      open.talkComment,
      time,
    ]);
    await pool.query('update event_log set at = $2 where event_id = $1', [open.event, time]);
    const input = { eventId: open.event, names: 'HIDDEN' };
    const SET = 'mutation ($input: SetFeedbackPolicyInput!) { setFeedbackPolicy(input: $input) { event { id } } }';
    await askData(service, SET, { variables: { input }, token: open.tokens.host });

    const { talkComment } = await askData(service, `{ talkComment(id: ${open.talkComment}) { createdAt editedAt } }`);
    const midnight = DateTime.fromISO(time, { zone }).startOf('day');
    const day = midnight.toISO({ suppressMilliseconds: true, includeOffset: true });
    expect(talkComment).toEqual({ createdAt: day, editedAt: day });
    // The log shows rows once all transactions that began before them have ended, also those of other tests.
    let times: number[] = [];
    await eventually(async () => {
      const response = await fetch(`${service.base}/feeds/events/${open.event}/changes.json`);
      const { changes } = (await response.json()) as { changes: { type: string; at: string }[] };
      times = changes.filter(({ type }) => type.includes('comment')).map(({ at }) => Date.parse(at));
      return times.length > 1;
    });
    expect(times).toEqual([midnight.toMillis(), midnight.toMillis()]);
  });
});
