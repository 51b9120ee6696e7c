import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createEvent, createHost, createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, recordOf, type Answer, type Json } from './ask.js';

let service: TestService;
let admin: { id: string; token: string };
let host: { id: string; token: string };
let event: string;
let path: string;

async function someone(row: Json = {}): Promise<{ id: string; token: string }> {
  const id = await createUser(service.database.pool, row);
  return { id, token: await createToken(service.database.pool, id) };
}
beforeAll(async () => {
  service = await startService({ MAIL_SYSTEM: 'system@example.org' });
  admin = await someone({ is_admin: true });
  host = await someone({ email: 'host@example.org' });
});
beforeEach(async () => {
  const { pool } = service.database;
  event = await createEvent(pool, { status: 'PENDING', name: 'Waiting', slug: `waiting-${Math.random()}` });
  path = `/v2.1/events/${event}`;
  await createHost(pool, event, host.id);
  const gone = await createUser(pool, { is_active: false });
  await createHost(pool, event, gone);
  await service.takeMail();
});
afterAll(() => service.stop());

const decide = (method: string, token: string | undefined = admin.token, rest: { query?: string; body?: Json } = {}) =>
  ask(service, `${path}/approval${rest.query ?? ''}`, { method, token, ...(rest.body && { body: rest.body }) });
const told = (answer: Answer) => [answer.status, bodyOf(answer)];
const shown = async () => recordOf(await ask(service, path, { token: host.token }), 'events');
const stored = async () => {
  const { rows } = await service.database.pool.query(
    "select status, reviewer_id, reviewed_at > now() - interval '1 minute' as now, rejection_reason from events where id = $1",
    [event],
  );
  return rows[0] as unknown;
};
const page = async () => `${service.base}/event/${String((await shown())['url_friendly_name'])}`;

describe('The approval of an event (contract §3.2)', () => {
  it('is granted with POST, and its hosts are notified', async () => {
    expect(recordOf(await ask(service, path, { token: admin.token }), 'events')['approval_uri']).toBe(
      `${service.base}${path}/approval`,
    );
    const answer = await decide('POST');
    expect([answer.status, answer.text, answer.headers.get('location')]).toEqual([204, '', service.base + path]);
    expect((await ask(service, path)).status).toBe(200);
    expect((await shown())['pending']).toBe(0);
    expect(await stored()).toEqual({ status: 'APPROVED', reviewer_id: admin.id, now: true, rejection_reason: null });
    const data = { eventName: 'Waiting', eventUrl: await page() };
    expect(await service.takeMail()).toEqual([{ kind: 'event_approved', to: 'host@example.org', data }]);
  });

  it.each([
    ['the query', { query: '?reason=Too+quiet' }],
    ['the body', { body: { reason: 'Too quiet' } }],
  ])('is denied with DELETE, for a reason in %s that hosts and the system address receive', async (_, rest) => {
    const answer = await decide('DELETE', admin.token, rest);
    expect([answer.status, answer.text, answer.headers.get('location')]).toEqual([204, '', service.base + path]);
    expect((await ask(service, path)).status).toBe(404);
    expect(await shown()).toMatchObject({ pending: 0, rejection_reason: 'Too quiet' });
    const decision = { status: 'REJECTED', reviewer_id: admin.id, now: true, rejection_reason: 'Too quiet' };
    expect(await stored()).toEqual(decision);
    const eventUrl = `${service.base}/dashboard?event=${path.split('/').at(-1)}`;
    const data = { eventName: 'Waiting', reason: 'Too quiet', eventUrl };
    const letters = (await service.takeMail()).sort((one, other) => one.to.localeCompare(other.to));
    expect(letters).toEqual([
      { kind: 'event_rejected', to: 'host@example.org', data },
      { kind: 'event_rejected', to: 'system@example.org', data },
    ]);
  });

  it('is denied without a reason, without a mail', async () => {
    expect((await decide('DELETE')).status).toBe(204);
    expect(await shown()).toMatchObject({ pending: 0, rejection_reason: null });
    expect(await service.takeMail()).toEqual([]);
  });

  it.each([
    ['POST', 'You must be logged in to create data', 'You are not allowed to approve this event'],
    ['DELETE', 'You must be logged in to delete data', 'You are not allowed to reject this event'],
  ])('by %s is for site administrators only', async (method, login, forbidden) => {
    expect(told(await ask(service, `${path}/approval`, { method }))).toEqual([401, [login]]);
    const stranger = await someone({ is_trusted: true });
    expect(told(await decide(method, stranger.token))).toEqual([404, ['Event not found']]);
    expect(told(await decide(method, host.token))).toEqual([403, [forbidden]]);
    expect((await shown())['pending']).toBe(1);
    path = '/v2.1/events/999999';
    expect(told(await decide(method))).toEqual([404, ['Event not found']]);
  });

  it.each([
    ['POST', 'This event cannot be approved'],
    ['DELETE', 'This event cannot be rejected'],
  ])('by %s is decided once', async (method, sentence) => {
    for (const status of ['APPROVED', 'REJECTED']) {
      await service.database.pool.query('update events set status = $2 where id = $1', [event, status]);
      expect(told(await decide(method))).toEqual([400, [sentence]]);
      expect(await stored()).toMatchObject({ status, reviewer_id: null });
    }
    expect(await service.takeMail()).toEqual([]);
  });

  it('is not denied if the reason is too long', async () => {
    const answer = await decide('DELETE', admin.token, { body: { reason: 'r'.repeat(201) } });
    expect(told(answer)).toEqual([400, ["'reason' must be at most 200 characters"]]);
    expect((await shown())['pending']).toBe(1);
  });

  it('granted and denied concurrently, has one of both results', async () => {
    const methods = Array.from({ length: 20 }, (_, place) => (place % 2 === 0 ? 'POST' : 'DELETE'));
    const answers = await Promise.all(methods.map((method) => decide(method, admin.token, { query: '?reason=r' })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([204, ...Array<number>(19).fill(400)]);
    const winner = methods[answers.findIndex(({ status }) => status === 204)];
    expect(await stored()).toMatchObject({ status: winner === 'POST' ? 'APPROVED' : 'REJECTED' });
    const kinds = (await service.takeMail()).map(({ kind }) => kind);
    expect(kinds).toEqual(winner === 'POST' ? ['event_approved'] : ['event_rejected', 'event_rejected']);
  });
});
