import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { settled, takeKinds } from '../changes/log.js';
import { ask, askData, type Answer } from '../graphql/ask.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

let service: TestService;
let [host, admin, attendee, speaker] = ['', '', '', ''];
let [speakerId, attendeeId, hostId] = ['', '', ''];
let [event, talk, track, stub] = ['', '', '', ''];

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  const someone = async (row: object) => {
    const id = await make.createUser(pool, { ...row });
    return [id, await make.createToken(pool, id)] as const;
  };
  [hostId, host] = await someone({ email: 'host@example.org' });
  [, admin] = await someone({ is_admin: true });
  [attendeeId, attendee] = await someone({ email: 'attendee@example.org' });
  [speakerId, speaker] = await someone({ username: 'ida', email: 'speaker@example.org' });
});
beforeEach(async () => {
  const { pool } = service.database;
  stub = make.unique();
  const days = { starts_at: inDays(-1), ends_at: inDays(1), cfp_ends_at: inDays(9), tags: ['owls'] };
  event = await make.createEvent(pool, { name: 'Owls', slug: `owls-${stub}`, stub: `o${stub}`, ...days });
  await make.createHost(pool, event, hostId);
  talk = await make.createTalk(pool, event, { title: 'Hoot', stub: `t${stub}`, starts_at: inDays(-0.5) });
  track = await make.createTrack(pool, event, {});
  await make.createSpeaker(pool, event, talk, { user_id: speakerId });
  await make.createAttendee(pool, event, attendeeId);
  await make.createStar(pool, event, talk, attendeeId);
  await service.takeMail();
});
afterAll(() => service.stop());

const change = (verb: 'withdrawEvent' | 'approveEvent' | 'cancelEvent', token = host): Promise<Answer> =>
  ask(service, `mutation ($id: ID!) { ${verb}(input: { eventId: $id }) { event { id status withdrawnDate } } }`, {
    token,
    variables: { id: event },
  });
const told = ({ errors }: Answer) => errors.map(({ extensions }) => [extensions.code, extensions.problems[0]?.reason]);
const get = (path: string, token?: string) =>
  fetch(`${service.base}${path}`, token ? { headers: { Authorization: `Bearer ${token}` } } : {});
const changesFor = async (token?: string) => {
  await settled(service.database.pool);
  const found = await askData(service, '{ changes { nodes { kind recordId event { id } } } }', {
    ...(token && { token }),
  });
  return (found.changes.nodes as { kind: string; recordId: string; event: object | null }[]).filter(
    ({ recordId }) => recordId === event,
  );
};

describe('A withdrawn event', () => {
  it('is withdrawn by a host, once, who receives a mail and still sees it', async () => {
    await takeKinds(service.database.pool, event);
    const answers = [await change('withdrawEvent'), await change('withdrawEvent')];
    for (const { data } of answers) {
      expect(data.withdrawEvent.event).toEqual({
        ...{ id: event, status: 'REJECTED' },
        withdrawnDate: expect.stringMatching(/\+00:00$/),
      });
    }
    const data = { eventName: 'Owls', eventUrl: `${service.base}/dashboard?event=${event}` };
    expect(await service.takeMail()).toEqual([{ kind: 'event_withdrawn', to: 'host@example.org', data }]);
    expect(await takeKinds(service.database.pool, event)).toEqual(['event.withdrawn']);
    for (const token of [host, admin]) expect((await get(`/v2.1/events/${event}`, token)).status).toBe(200);
  });

  it('vanishes from every page, list, search, feed and calendar for all others', async () => {
    const made = await askData(service, 'mutation { createPersonalCalendar { url } }', { token: attendee });
    const calendar = new URL(String(made.createPersonalCalendar.url)).pathname;
    const records = [
      ...[`/v2.1/events/${event}`, `/v2.1/events/${event}/talks`, `/v2.1/events/${event}/comments`],
      ...[`/v2.1/events/${event}/talk_comments`, `/v2.1/events/${event}/attendees`, `/v2.1/events/${event}/tracks`],
      ...[`/v2.1/talks/${talk}`, `/v2.1/talks/${talk}/comments`, `/v2.1/tracks/${track}`],
      ...[`/event/owls-${stub}`, `/e/o${stub}`, `/talk/t${stub}`, `/feedback/t${stub}`],
      ...[`/feeds/events/${event}.ics`, `/feeds/events/${event}/schedule.xml`, `/feeds/events/${event}/schedule.json`],
      ...[`/feeds/events/${event}/changes.json`, `/feeds/talks/${talk}.ics`, `/feeds/tracks/${track}.ics`],
    ];
    const filters = [
      '',
      'filter=hot',
      'filter=upcoming',
      'filter=cfp',
      'filter=all&start=0',
      'title=owl',
      'tags[]=owls',
      `stub=o${stub}`,
    ];
    const lists = [
      ...filters.map((filter) => `/v2.1/events?${filter}`),
      ...['/v2.1/talks?title=hoot', `/v2.1/users/${speakerId}/talks`, `/v2.1/users/${attendeeId}/attended`],
      ...[`/v2.1/users/${hostId}/hosted`, '/user/ida', '/feeds/cfps.atom', '/feeds/cfps.ics', '/feeds/events.ics'],
      ...[`/feeds/users/${speakerId}/talks.ics`, calendar],
    ];
    const shows = async (path: string) => /Owls|Hoot/.test(await (await get(path)).text());
    expect((await Promise.all(records.map((path) => get(path)))).map(({ status }) => status)).toEqual(
      records.map(() => 200),
    );
    for (const path of lists) expect([path, await shows(path)]).toEqual([path, true]);
    await change('withdrawEvent');
    for (const token of [undefined, attendee, speaker]) {
      for (const path of records) expect([path, (await get(path, token)).status]).toEqual([path, 404]);
    }
    for (const path of lists) expect([path, await shows(path)]).toEqual([path, false]);
    const { viewer } = await askData(
      service,
      '{ viewer { starredTalks { nodes { id } } attendedEvents { nodes { id } } speaking { talks { nodes { id } } } } }',
      { token: attendee },
    );
    expect(viewer).toEqual({
      starredTalks: { nodes: [] },
      attendedEvents: { nodes: [] },
      speaking: { talks: { nodes: [] } },
    });
  });

  it('is announced to mirrors that saw it, without the event', async () => {
    await change('withdrawEvent');
    const [withdrawn] = await changesFor();
    expect(withdrawn).toEqual({ kind: 'EVENT_WITHDRAWN', recordId: event, event: null });
    expect(await changesFor(host)).toEqual([{ ...withdrawn, event: { id: event } }]);
  });

  it('that was private is announced to hosts only', async () => {
    await service.database.pool.query('update events set is_private = true where id = $1', [event]);
    await change('withdrawEvent');
    expect(await changesFor()).toEqual([]);
    expect(await changesFor(attendee)).toEqual([]);
    expect(await changesFor(host)).toHaveLength(1);
  });

  it.each(['visible', 'reported'])(
    'is not withdrawn by a host if it has a %s comment, but by an administrator',
    async (kind) => {
      const { pool } = service.database;
      const hidden = { is_hidden: kind === 'reported' };
      if (kind === 'visible') await make.createTalkComment(pool, event, talk, hidden);
      else await make.createEventComment(pool, event, hidden);
      expect(told(await change('withdrawEvent'))).toEqual([['INVALID', 'EVENT_HAS_FEEDBACK']]);
      expect((await get(`/v2.1/events/${event}`)).status).toBe(200);
      expect((await change('withdrawEvent', admin)).errors).toEqual([]);
      expect((await get(`/v2.1/events/${event}`)).status).toBe(404);
    },
  );

  it('is approved again by an administrator only, with everything that belongs to it', async () => {
    await change('withdrawEvent');
    expect(told(await change('approveEvent'))).toEqual([['FORBIDDEN', 'ADMINS_ONLY']]);
    expect(told(await change('cancelEvent'))).toEqual([['INVALID', 'EVENT_NOT_APPROVED']]);
    const { data } = await change('approveEvent', admin);
    expect(data.approveEvent.event).toEqual({ id: event, status: 'APPROVED', withdrawnDate: null });
    expect((await get(`/talk/t${stub}`)).status).toBe(200);
    expect(told(await change('approveEvent', admin))).toEqual([['INVALID', 'EVENT_NOT_PENDING']]);
  });

  it('keeps a comment that was accepted while it was withdrawn', async () => {
    const comment = fetch(`${service.base}/v2.1/talks/${talk}/comments`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${attendee}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ comment: `Hoot ${stub}`, rating: 5 }),
    });
    const [{ status }] = await Promise.all([comment, change('withdrawEvent')]);
    const kept = await (await get(`/v2.1/talks/${talk}/comments`, admin)).text();
    expect(kept.includes(`Hoot ${stub}`)).toBe(status === 201);
    expect([201, 404]).toContain(status);
  });
});

it.each(['PENDING', 'REJECTED'])('An event that is %s is not withdrawn', async (status) => {
  await service.database.pool.query('update events set status = $2 where id = $1', [event, status]);
  expect(told(await change('withdrawEvent', admin))).toEqual([['INVALID', 'EVENT_NOT_APPROVED']]);
});
