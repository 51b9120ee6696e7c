import { afterAll, beforeAll, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask } from './ask.js';

/** DELETE of an unknown record is 404 for every caller (decisions no. 31). */

const NONE = '999999';
let service: TestService;
let admin: string;
let talk: string;
let event: string;
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  admin = await make.createToken(pool, await make.createUser(pool, { is_admin: true }));
  event = await make.createEvent(pool);
  talk = await make.createTalk(pool, event);
  await make.createSpeaker(pool, event, talk, { display_name: 'Ann' });
  await make.createUser(pool, { username: 'ann' });
});
afterAll(() => service.stop());

it.each([
  ['talk', () => `talks/${NONE}`],
  ['track', () => `tracks/${NONE}`],
  ['user', () => `users/${NONE}`],
  ['application', () => `applications/${NONE}`],
  ['token', () => `token/${NONE}`],
  ['link', () => `talks/${talk}/links/${NONE}`],
  ['speaker', () => `talks/${talk}/speakers/${NONE}`],
  ['claim', () => `talks/${talk}/speakers?display_name=Ann&username=ann`],
  ['track of a talk', () => `talks/${talk}/tracks/${NONE}`],
  ['track of an unknown talk', () => `talks/${NONE}/tracks/1`],
  ['star on an unknown talk', () => `talks/${NONE}/starred`],
  ['attendance of an unknown event', () => `events/${NONE}/attending`],
  ['host of an unknown event', () => `events/${NONE}/hosts/1`],
  ['image of an unknown event', () => `events/${NONE}/images`],
  ['approval of an unknown event', () => `events/${NONE}/approval`],
  ['comments of an unknown user', () => `users/${NONE}/talk_comments`],
])('a missing %s', async (_, path) => {
  const { status, text } = await ask(service, `/v2.1/${path()}`, { method: 'DELETE', token: admin });
  expect([path(), status, text]).toEqual([path(), 404, expect.stringMatching(/^\[".+"\]$/)]);
});

it('a talk that has just been deleted', async () => {
  const path = `/v2.1/talks/${await make.createTalk(service.database.pool, event)}`;
  const statuses = [];
  for (let times = 0; times < 2; times += 1) {
    statuses.push((await ask(service, path, { method: 'DELETE', token: admin })).status);
  }
  expect(statuses).toEqual([204, 404]);
});
