import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ICAL from 'ical.js';
import { takeKinds } from '../changes/log.js';
import { ask, askData } from '../graphql/ask.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const NOTICE = 'This event has been cancelled.';

let service: TestService;
let host: string;
let [event, talk, speaker, attendee] = ['', '', '', ''];
const hostToken = () => ({ token: host });

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  const user = await make.createUser(pool, { email: 'host@example.org' });
  host = await make.createToken(pool, user);
  const days = { starts_at: inDays(-1), ends_at: inDays(1), cfp_ends_at: inDays(9), tags: ['doves'] };
  event = await make.createEvent(pool, { name: 'Doves', slug: 'doves', stub: 'dv', ...days });
  await make.createHost(pool, event, user);
  talk = await make.createTalk(pool, event, { title: 'Flight', stub: 'f11a7', starts_at: inDays(-0.5) });
  speaker = await make.createUser(pool, { username: 'dora', email: 'speaker@example.org' });
  await make.createSpeaker(pool, event, talk, { user_id: speaker });
  attendee = await make.createUser(pool, { email: 'attendee@example.org' });
  await make.createAttendee(pool, event, attendee);
  // Another one, so that lists are not empty.
  await make.createEvent(pool, { name: 'Others', ...days });
});
afterAll(() => service.stop());

const change = (verb: 'cancelEvent' | 'reinstateEvent', eventId = event, token = host) =>
  ask(service, `mutation ($id: ID!) { ${verb}(input: { eventId: $id }) { event { id cancelledDate } } }`, {
    token,
    variables: { id: eventId },
  });
const text = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
  (await fetch(`${service.base}${path}`, { headers })).text();
const record = async () =>
  (JSON.parse(await text(`/v2.1/events/${event}?verbose=yes`)) as { events: object[] }).events[0];

/** Names and total of a list in both APIs. */
async function listed(rest: string, filter: string) {
  const { events, meta } = JSON.parse(await text(`/v2.1/events?filter=${rest}`)) as {
    events: { name: string }[];
    meta: { total: number };
  };
  const graph = await askData(service, `{ events(filter: ${filter}) { totalCount nodes { name } } }`);
  expect([events.map(({ name }) => ({ name })), meta.total]).toEqual([graph.events.nodes, graph.events.totalCount]);
  return events.map(({ name }) => name).sort();
}

async function entry(path: string, summary: string) {
  const calendar = new ICAL.Component(ICAL.parse(await text(path)) as unknown[]);
  const [found] = calendar
    .getAllSubcomponents('vevent')
    .filter((one) => String(one.getFirstPropertyValue('summary')).endsWith(summary));
  const value = (name: string) => String(found?.getFirstPropertyValue(name));
  return {
    title: value('summary'),
    status: value('status'),
    sequence: Number(value('sequence')),
    at: Date.parse(value('last-modified')),
  };
}
const calendars = [
  [() => '/feeds/events.ics?filter=all', 'Doves'],
  [() => `/feeds/events/${event}.ics`, 'Flight'],
  [() => `/feeds/talks/${talk}.ics`, 'Flight'],
  [() => `/feeds/users/${speaker}/talks.ics`, 'Flight'],
] as const;
const entries = () => Promise.all(calendars.map(([path, summary]) => entry(path(), summary)));
const pages = ['/event/doves', '/e/dv', '/talk/f11a7', '/feedback/f11a7', '/user/dora'];

describe('A cancelled event', () => {
  let before: Awaited<ReturnType<typeof entries>>;
  let recordBefore: unknown;

  it('is cancelled by a host, once, and only its hosts receive a mail', async () => {
    before = await entries();
    recordBefore = await record();
    expect(await listed('hot', 'HOT')).toEqual(['Doves', 'Others']);
    expect(await listed('cfp', 'OPEN_CFP')).toEqual(['Doves', 'Others']);
    await service.takeMail();
    await takeKinds(service.database.pool, event);
    const answers = [await change('cancelEvent'), await change('cancelEvent')];
    const [first, second] = answers.map(({ data }) => data.cancelEvent.event);
    expect(first).toEqual({ id: event, cancelledDate: expect.stringMatching(/\+00:00$/) });
    expect(second).toEqual(first);
    const data = { eventName: 'Doves', eventUrl: `${service.base}/event/doves` };
    expect(await service.takeMail()).toEqual([{ kind: 'event_cancelled', to: 'host@example.org', data }]);
    expect(await takeKinds(service.database.pool, event)).toEqual(['event.cancelled']);
  });

  it('leaves the lists of hot events and open calls, their totals and their searches', async () => {
    expect(await listed('hot', 'HOT')).toEqual(['Others']);
    expect(await listed('hot&tags[]=doves', 'HOT, tags: ["doves"]')).toEqual(['Others']);
    expect(await listed('hot&title=dov', 'HOT, title: "dov"')).toEqual([]);
    expect(await listed('cfp', 'OPEN_CFP')).toEqual(['Others']);
    const calls = await text('/feeds/cfps.atom');
    expect([calls.includes('Others'), calls.includes('Doves')]).toEqual([true, false]);
    expect(await listed('upcoming', 'UPCOMING')).toEqual(['Doves', 'Others']);
  });

  it('keeps its record of v2.1', async () => {
    expect(await record()).toEqual(recordBefore);
  });

  it('is cancelled in calendars, and so are its talks, with a later SEQUENCE and LAST-MODIFIED', async () => {
    const now = await entries();
    expect(now.map(({ status }) => status)).toEqual(before.map(() => 'CANCELLED'));
    // For readers that ignore the status.
    expect(now.map(({ title }) => title)).toEqual(before.map(({ title }) => `Cancelled: ${title}`));
    for (const [place, { sequence, at }] of now.entries()) {
      expect(sequence).toBe(before[place]!.sequence + 1);
      expect(at).toBeGreaterThanOrEqual(before[place]!.at);
    }
  });

  it('is cancelled in the personal calendar of those who attend it', async () => {
    const token = await make.createToken(service.database.pool, attendee);
    const made = await askData(service, 'mutation { createPersonalCalendar { url } }', { token });
    const path = new URL(String(made.createPersonalCalendar.url)).pathname;
    expect((await entry(path, 'Doves')).status).toBe('CANCELLED');
  });

  it('is named as cancelled in the formats of schedules', async () => {
    expect(await text(`/feeds/events/${event}/schedule.xml`)).toContain('<title>Cancelled: Doves</title>');
    expect(await text(`/feeds/events/${event}/schedule.json`)).toContain('"title":"Cancelled: Doves"');
  });

  it('is shown as cancelled on its pages, without its call for papers', async () => {
    for (const page of pages.slice(0, -1))
      expect([page, await text(page)]).toEqual([page, expect.stringContaining(NOTICE)]);
    expect(await text('/event/doves')).not.toContain('Call for papers');
    expect(await text('/user/dora')).toContain('<span>Cancelled</span>');
  });

  it('keeps its comments, and receives further ones while comments are open', async () => {
    const token = await make.createToken(service.database.pool, attendee);
    const answer = await fetch(`${service.base}/v2.1/events/${event}/comments`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ comment: 'A pity.', rating: 3 }),
    });
    expect(answer.status).toBe(201);
    expect(await text(`/v2.1/events/${event}/comments`)).toContain('A pity.');
  });

  it('is reinstated by a host, once', async () => {
    await service.takeMail();
    await takeKinds(service.database.pool, event);
    const answers = [await change('reinstateEvent'), await change('reinstateEvent')];
    for (const { data } of answers) expect(data.reinstateEvent.event.cancelledDate).toBeNull();
    expect((await service.takeMail()).map(({ kind, to }) => [kind, to])).toEqual([
      ['event_reinstated', 'host@example.org'],
    ]);
    expect(await takeKinds(service.database.pool, event)).toEqual(['event.reinstated']);
    expect(await listed('hot', 'HOT')).toEqual(['Doves', 'Others']);
    expect(await listed('cfp', 'OPEN_CFP')).toEqual(['Doves', 'Others']);
    const now = await entries();
    expect(now.map(({ status, sequence }) => [status, sequence])).toEqual(
      before.map(({ sequence }) => ['CONFIRMED', sequence + 2]),
    );
    for (const page of pages) expect([page, await text(page)]).toEqual([page, expect.not.stringMatching(/cancelled/i)]);
  });
});

it.each(['PENDING', 'REJECTED'])('An event that is %s is neither cancelled nor reinstated', async (status) => {
  const { pool } = service.database;
  const other = await make.createEvent(pool, { status });
  const admin = await make.createToken(pool, await make.createUser(pool, { is_admin: true }));
  for (const verb of ['cancelEvent', 'reinstateEvent'] as const) {
    const { errors } = await change(verb, other, admin);
    expect(errors.map(({ extensions }) => [extensions.code, extensions.problems])).toEqual([
      ['INVALID', [{ reason: 'EVENT_NOT_APPROVED' }]],
    ]);
  }
});

it('A cancellation is refused to others than hosts', async () => {
  const token = await make.createToken(service.database.pool, speaker);
  const { errors } = await change('cancelEvent', event, token);
  expect(errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
  expect(
    (await ask(service, `{ event(id: ${event}) { cancelledDate } }`, hostToken())).data.event.cancelledDate,
  ).toBeNull();
});
