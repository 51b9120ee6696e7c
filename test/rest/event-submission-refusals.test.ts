import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEvent, createHost, createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, recordsOf, type Answer, type Json } from './ask.js';
import { required } from './submission.js';

let service: TestService;
beforeAll(async () => (service = await startService({ MAX_PENDING_EVENTS: '3' })));
afterAll(() => service.stop());

async function someone(row: Json = {}): Promise<{ id: string; token: string }> {
  const id = await createUser(service.database.pool, row);
  return { id, token: await createToken(service.database.pool, id) };
}
const submit = (body: unknown, token: string | undefined) =>
  ask(service, '/v2.1/events', { method: 'POST', body, token });
const told = (answer: Answer) => [answer.status, bodyOf(answer)];

describe('POST /events rejects', () => {
  it('anonymous callers, before the body is read', async () => {
    const sentence = ['You must be logged in to create data'];
    expect(told(await submit('{', undefined))).toEqual([401, sentence]);
    expect(told(await submit(required, 'unknown'))).toEqual([401, sentence]);
  });

  const dates = "Both 'start_date' and 'end_date' must be supplied in a recognised format";
  const reversed = 'The event start date must be before its end date';
  const zone = "The fields 'tz_continent' and 'tz_place' must be supplied and valid (e.g. Europe and London)";
  const location = "'location' is a required field (for virtual events, 'online' works)";
  it.each<[Json, string]>([
    [{}, `'name' is a required field. 'description' is a required field. ${location}. ${dates}`],
    [{ ...required, name: ' ' }, "'name' is a required field"],
    [{ ...required, start_date: 'here', tz_place: 'Nowhere' }, dates],
    [{ ...required, end_date: '' }, dates],
    [{ ...required, end_date: '2026-12-04', tz_place: 'Nowhere' }, reversed],
    [{ ...required, tz_place: 'Nowhere' }, zone],
    [{ ...required, tz_continent: undefined }, zone],
    [{ ...required, tz_continent: '', tz_place: '+01:00' }, zone],
    [{ ...required, tz_place: '' }, zone],
    [{ ...required, tz_continent: '', tz_place: 'BST' }, `${zone}. Did you mean Europe/London or Asia/Dhaka?`],
    [{ ...required, tz_place: 'Bst' }, `${zone}. Did you mean Europe/London or Asia/Dhaka?`],
    [{ ...required, tz_continent: '', tz_place: 'SystemV/EST5EDT' }, zone],
    [{ ...required, name: 'n'.repeat(201) }, "'name' must be at most 200 characters"],
    [{ ...required, description: 'd'.repeat(65_536) }, "'description' must be at most 65535 characters"],
    [{ ...required, name: 'a\0b' }, "'name' contains characters that cannot be stored"],
    [{ ...required, href: 'javascript:alert(1)' }, "'href' must be a valid URL"],
    [{ ...required, cfp_url: 'quiet.example.org' }, "'cfp_url' must be a valid URL"],
    [{ ...required, href: `http://a.example/${'p'.repeat(600)}` }, "'href' must be at most 600 characters"],
    [{ ...required, cfp_url: `http://a.example/${'p'.repeat(200)}` }, "'cfp_url' must be at most 200 characters"],
    [{ ...required, cfp_end_date: 'someday' }, "'cfp_end_date' must be supplied in a recognised format"],
    [{ ...required, latitude: 90.5 }, "'latitude' is out of range"],
    [{ ...required, longitude: '-181' }, "'longitude' is out of range"],
    [{ ...required, longitude: '5 east' }, 'Expected parameter longitude is not a number'],
    [{ ...required, tags: ['t'.repeat(201)] }, "'tags' must be at most 200 characters"],
    [{ ...required, tags: Array.from({ length: 51 }, (_, place) => `t${place}`) }, 'There may be at most 50 tags'],
    [{ ...required, tags: [['a']] }, 'Expected parameter tags is not a list of readable strings'],
    [{ ...required, name: ['a'] }, 'Expected parameter name is not a readable string'],
    [
      { ...required, name: '', href: 'x', tags: ['t'.repeat(201)] },
      "'name' is a required field. 'href' must be a valid URL. 'tags' must be at most 200 characters",
    ],
  ])('case %#', async (body, sentence) => {
    const { token, id } = await someone();
    expect(told(await submit(body, token))).toEqual([400, [sentence]]);
    expect(recordsOf(await ask(service, `/v2.1/users/${id}/hosted/`, { token }), 'events')).toEqual([]);
  });

  it('a fourth pending event, whatever else is wrong; of administrators too', async () => {
    const sentence = 'You may only have 3 pending events at one time';
    const { id, token } = await someone();
    for (let count = 0; count < 3; count += 1) expect((await submit(required, token)).status).toBe(201);
    for (const isAdmin of [false, true]) {
      await service.database.pool.query('update users set is_admin = $1 where id = $2', [isAdmin, id]);
      expect(told(await submit(required, token))).toEqual([400, [sentence]]);
      const nameless = await submit({ ...required, name: '' }, token);
      expect(told(nameless)).toEqual([400, [`'name' is a required field. ${sentence}`]]);
    }
  });

  it('no user because of events of which strangers made them a host', async () => {
    const { id, token } = await someone();
    for (let count = 0; count < 3; count += 1) {
      const event = await createEvent(service.database.pool, { status: 'PENDING' });
      await createHost(service.database.pool, event, id);
    }
    expect((await submit(required, token)).status).toBe(201);
  });
});
