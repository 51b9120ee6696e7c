import { afterAll, beforeAll, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

interface Crowd {
  readonly event: string;
  readonly track: string;
  readonly user: string;
  readonly secret: string;
  readonly tag: string;
}

let service: TestService;
let crowds: readonly [Crowd, Crowd];

beforeAll(async () => {
  service = await startService();
  crowds = [await createCrowd(3), await createCrowd(30)];
});
afterAll(() => service.stop());

/** A user who speaks at, stars and attends this many talks and events with open calls. */
async function createCrowd(size: number): Promise<Crowd> {
  const { pool } = service.database;
  const tag = `crowd-${size}`;
  const user = await make.createUser(pool);
  const event = await make.createEvent(pool);
  const track = await make.createTrack(pool, event);
  for (let place = 0; place < size; place += 1) {
    const call = { cfp_ends_at: new Date(Date.now() + 86_400_000), cfp_url: 'https://example.org/' };
    const attended = await make.createEvent(pool, { tags: [tag], ...call });
    await make.createAttendee(pool, attended, user);
    const talk = await make.createTalk(pool, event);
    await make.putOnTrack(pool, event, talk, track);
    await make.createSpeaker(pool, event, talk, { user_id: user });
    await make.createLink(pool, event, talk);
    await make.createStar(pool, event, talk, user);
    await make.createStar(pool, attended, await make.createTalk(pool, attended), user);
  }
  const answer = await fetch(`${service.base}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${await make.createToken(pool, user)}` },
    body: JSON.stringify({ query: 'mutation { createPersonalCalendar { url } }' }),
  });
  const { data } = (await answer.json()) as { data: { createPersonalCalendar: { url: string } } };
  return { event, track, user, tag, secret: /lec_[\w-]+/.exec(data.createPersonalCalendar.url)?.[0] ?? '' };
}

/** The number of entries and of statements of a feed. */
async function costOf(path: string) {
  service.takeStatements();
  const response = await fetch(`${service.base}/feeds/${path}`);
  const text = await response.text();
  expect(response.status).toBe(200);
  return { entries: text.split(/BEGIN:VEVENT|<event |"guid":/).length, statements: service.takeStatements().length };
}

beforeAll(async () => {
  // The response cache looks up the next time of feedback with the first response.
  await fetch(`${service.base}/v2.1/events`);
});

it.each<[string, (crowd: Crowd) => string]>([
  ['of an event', ({ event }) => `events/${event}.ics`],
  ['of a track', ({ track }) => `tracks/${track}.ics`],
  ['of a speaker', ({ user }) => `users/${user}/talks.ics`],
  ['of events', ({ tag }) => `events.ics?tags=${tag}`],
  ['of a user', ({ secret }) => `mine/${secret}.ics`],
  ['schedule.xml', ({ event }) => `events/${event}/schedule.xml`],
  ['schedule.json', ({ event }) => `events/${event}/schedule.json`],
])('the feed %s executes as many statements for thirty records as for three', async (_, path) => {
  const [few, many] = [await costOf(path(crowds[0])), await costOf(path(crowds[1]))];
  expect(many.entries).toBeGreaterThan(few.entries + 20);
  expect(many.statements).toBe(few.statements);
  expect(many.statements).toBeGreaterThan(0);
  expect(many.statements).toBeLessThanOrEqual(10);
});
