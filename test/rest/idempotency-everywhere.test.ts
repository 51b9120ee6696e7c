import { afterAll, beforeAll, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { postUnder } from './keyed.js';
import { required } from './submission.js';

let service: TestService;
let [admin, token, event, pending, talk, track, other, host] = ['', '', '', '', '', '', '', ''];
const said = { event: '', talk: '' };

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  admin = await make.createUser(pool, { is_admin: true });
  token = await make.createToken(pool, admin);
  event = await make.createEvent(pool);
  await make.createHost(pool, event, admin);
  pending = await make.createEvent(pool, { status: 'PENDING' });
  talk = await make.createTalk(pool, event);
  await make.createSpeaker(pool, event, talk, { display_name: 'Ada' });
  track = await make.createTrack(pool, event);
  [other, host] = [await make.createUser(pool), await make.createUser(pool, { username: 'second-host' })];
  said.event = await make.createEventComment(pool, event, { user_id: other });
  said.talk = await make.createTalkComment(pool, event, talk, { user_id: other });
  await pool.query("update users set username = 'ada' where id = $1", [other]);
});
afterAll(() => service.stop());

it.each([
  ['submits an event', () => '/v2.1/events', () => required],
  ['approves an event', () => `/v2.1/events/${pending}/approval`, () => undefined],
  ['adds a host', () => `/v2.1/events/${event}/hosts`, () => ({ host_name: 'second-host' })],
  ['adds a track', () => `/v2.1/events/${event}/tracks`, () => ({ track_name: 'T', track_description: 'D' })],
  [
    'puts a talk in a track',
    () => `/v2.1/talks/${talk}/tracks`,
    () => ({ track_uri: `${service.base}/v2.1/tracks/${track}` }),
  ],
  [
    'adds a link',
    () => `/v2.1/talks/${talk}/links`,
    () => ({ display_name: 'slides_link', url: 'https://example.org/slides' }),
  ],
  ['names a speaker', () => `/v2.1/talks/${talk}/speakers`, () => ({ display_name: 'Ada', username: 'ada' })],
  ['reports a comment on an event', () => `/v2.1/event_comments/${said.event}/reported`, () => undefined],
  ['reports a comment on a talk', () => `/v2.1/talk_comments/${said.talk}/reported`, () => undefined],
  ['trusts a user', () => `/v2.1/users/${host}/trusted`, () => ({ trusted: true })],
  [
    'registers an application',
    () => '/v2.1/applications',
    () => ({ name: 'A', description: 'B', callback_url: 'https://example.org' }),
  ],
])('a retry with a key gets the stored response: it %s', async (what, path, body) => {
  const first = await postUnder(service, what, path(), token, body());
  await service.takeMail();
  const again = await postUnder(service, what, path(), token, body());
  expect([`${first.status} ${first.text}`.slice(0, 2), again.text]).toEqual(['20', first.text]);
  expect([again.status, again.headers.get('location'), again.headers.get('content-location')]).toEqual([
    first.status,
    first.headers.get('location'),
    first.headers.get('content-location'),
  ]);
  expect([first.headers.get('idempotency-replayed'), again.headers.get('idempotency-replayed')]).toEqual([
    null,
    'true',
  ]);
  expect(await service.takeMail()).toEqual([]);
});
