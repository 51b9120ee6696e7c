import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, recordOf, recordsOf, type Answer, type Json } from './ask.js';
import { complete, required } from './submission.js';

let service: TestService;
let legacy: TestService;
beforeAll(async () => {
  service = await startService({ MAX_PENDING_EVENTS: '3' });
  legacy = await startService({ COMPATIBILITY: 'legacy' });
});
afterAll(() => Promise.all([service.stop(), legacy.stop()]));

/** A new user with a token. */
async function someone(row: Json = {}, at = service): Promise<{ id: string; token: string }> {
  const id = await createUser(at.database.pool, row);
  return { id, token: await createToken(at.database.pool, id) };
}
const submit = (body: unknown, token: string | undefined, at = service) =>
  ask(at, '/v2.1/events/', { method: 'POST', body, token });
const addressOf = (answer: Answer) => String(answer.headers.get('content-location'));

describe('POST /events (spec §4.2; contract §3.2; decisions no. 1)', () => {
  it('stores all members, and returns the URLs of the collection and of the new event', async () => {
    const { id, token } = await someone({ full_name: 'Ada & Co' });
    const answer = await submit(complete, token);
    const { base } = service;
    expect([answer.status, answer.text, answer.headers.get('location')]).toEqual([201, '', `${base}/v2.1/events`]);
    expect(addressOf(answer)).toMatch(/\/v2\.1\/events\/\d+$/);
    const event = recordOf(await ask(service, `${addressOf(answer)}?verbose=yes`, { token }), 'events');
    expect(event).toMatchObject({
      name: 'A Day of Quiet Code',
      url_friendly_name: 'a-day-of-quiet-code',
      description: 'Talks & <em>silence</em>',
      location: 'Utrecht',
      start_date: '2026-12-05T09:30:00+01:00',
      end_date: '2026-12-06T17:00:00+01:00',
      tz_continent: 'Europe',
      tz_place: 'Amsterdam',
      stub: null,
      icon: '',
      hashtag: null,
      href: 'https://quiet.example.org/?day=1',
      cfp_url: 'http://quiet.example.org/cfp',
      cfp_start_date: '2026-11-01T00:00:00+01:00',
      cfp_end_date: '2026-11-30T23:59:00+01:00',
      latitude: 52.09,
      longitude: 5.12,
      tags: ['php', 'ünï'],
      contact_name: 'Ada & Co',
      pending: 1,
      attending: true,
      attendee_count: 1,
      can_edit: true,
      hosts: [{ host_name: 'Ada & Co', host_uri: `${base}/v2.1/users/${id}` }],
    });
    expect((await ask(service, addressOf(answer))).status).toBe(404);
  });

  it('requires only the required fields, in the body or the query', async () => {
    const { token } = await someone();
    const query = new URLSearchParams({ ...required, tz_place: 'nowhere' });
    query.append('tags[]', 'One');
    query.append('tags[]', 'two');
    const body = { tz_continent: 'America', tz_place: 'Argentina/Buenos_Aires' };
    const answer = await ask(service, `/v2.1/events?${query.toString()}`, { method: 'POST', token, body });
    expect(answer.status).toBe(201);
    expect(recordOf(await ask(service, addressOf(answer), { token }), 'events')).toMatchObject({
      tz_continent: 'America',
      tz_place: 'Argentina/Buenos_Aires',
      start_date: '2026-12-05T09:30:00-03:00',
      href: null,
      tags: ['one', 'two'],
    });
  });

  it('accepts the earliest and the latest possible dates', async () => {
    const { token } = await someone();
    const dates = { start_date: '0001-01-02', end_date: '9999-12-30 23:59:59', tz_continent: '', tz_place: 'UTC' };
    const answer = await submit({ ...required, ...dates, name: 'Eternity' }, token);
    expect(answer.status).toBe(201);
    expect(recordOf(await ask(service, addressOf(answer), { token }), 'events')).toMatchObject({
      url_friendly_name: 'eternity',
      start_date: '0001-01-02T00:00:00+00:00',
      end_date: '9999-12-30T23:59:59+00:00',
    });
  });

  it.each([
    ['a site administrator', { is_admin: true }],
    ['a trusted user', { is_trusted: true }],
  ])('approves events of %s immediately', async (_, row) => {
    const { token } = await someone(row);
    const answer = await submit(required, token);
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `${service.base}/v2.1/events`]);
    const seen = await ask(service, addressOf(answer));
    expect(recordOf(seen, 'events')).toMatchObject({ name: required.name, pending: null });
  });

  it('notifies the site administrators, unless one of them submitted it', async () => {
    await service.database.pool.query('update users set is_admin = false');
    const reader = await someone({ is_admin: true, email: 'reader@example.org' });
    await someone({ is_admin: true, email: 'gone@example.org', is_active: false });
    await service.takeMail();
    await submit(required, reader.token);
    expect(await service.takeMail()).toEqual([]);
    const { token } = await someone({ full_name: 'Grace' });
    const answer = await submit({ ...required, name: 'Told' }, token);
    expect(answer.status).toBe(201);
    expect(await service.takeMail()).toEqual([
      {
        kind: 'event_submitted',
        to: 'reader@example.org',
        data: {
          eventName: 'Told',
          submitter: 'Grace',
          description: required.description,
          pending: true,
          eventUrl: expect.stringMatching(/\/dashboard\?event=\d+$/),
        },
      },
    ]);
  });

  it('responds like the original if configured', async () => {
    const { token } = await someone({}, legacy);
    const pending = await submit(required, token, legacy);
    expect([pending.status, pending.text, pending.headers.get('location')]).toEqual([
      202,
      '',
      `${legacy.base}/v2.1/events`,
    ]);
    const admin = await someone({ is_admin: true }, legacy);
    const approved = await submit(required, admin.token, legacy);
    const location = String(approved.headers.get('location'));
    expect([approved.status, approved.text]).toEqual([201, '']);
    expect(recordsOf(await ask(legacy, location), 'events')).toHaveLength(1);
  });
});

describe('Many concurrent submissions', () => {
  it('of one user create three pending events', async () => {
    const { id, token } = await someone();
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(required, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, ...Array<number>(17).fill(400)]);
    expect(recordsOf(await ask(service, `/v2.1/users/${id}/hosted/`, { token }), 'events')).toHaveLength(3);
  });

  it('of one name get separate slugs once they are public', async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => someone({ is_trusted: true })));
    const name = 'Same Everywhere';
    const submissions = users.flatMap(({ token }) => [0, 1, 2].map(() => submit({ ...required, name }, token)));
    expect(new Set((await Promise.all(submissions)).map(({ status }) => status))).toEqual(new Set([201]));
    const { rows } = await service.database.pool.query<{ slug: string }>('select slug from events where name = $1', [
      name,
    ]);
    const slugs = rows.map(({ slug }) => slug);
    expect([slugs.length, new Set(slugs).size]).toEqual([30, 30]);
    const first = ['', '-2026', '-2026-12', '-2026-12-05'].map((suffix) => `same-everywhere${suffix}`);
    expect(slugs).toEqual(expect.arrayContaining(first));
    expect(slugs.every((slug) => /^same-everywhere(-2026(-12(-05(-\d{1,2})?)?)?)?$/.test(slug))).toBe(true);
  });
});
