import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createEvent, createHost, createToken, createUser, unique } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, recordsOf, type Answer, type Json } from './ask.js';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

let service: TestService;
let host: Person;
let other: Person;
let admin: Person;
let event: string;
let path: string;

async function someone(row: Json = {}): Promise<Person> {
  const name = `Person${unique()}`;
  const id = await createUser(service.database.pool, { username: name, full_name: name, ...row });
  return { id, name, token: await createToken(service.database.pool, id) };
}
beforeAll(async () => (service = await startService()));
beforeEach(async () => {
  [host, other, admin] = [await someone(), await someone(), await someone({ is_admin: true })];
  event = await createEvent(service.database.pool);
  path = `/v2.1/events/${event}/hosts`;
  await createHost(service.database.pool, event, host.id);
});
afterAll(() => service.stop());

const add = (name: unknown, token: string | undefined = host.token) =>
  ask(service, path, { method: 'POST', body: { host_name: name }, token });
const remove = (id: string, token: string | undefined = host.token) =>
  ask(service, `${path}/${id}`, { method: 'DELETE', token });
const told = (answer: Answer) => [answer.status, bodyOf(answer)];
const hosts = async () => {
  const { rows } = await service.database.pool.query<{ id: string }>(
    'select user_id as id from event_hosts where event_id = $1 order by 1',
    [event],
  );
  return rows.map(({ id }) => id);
};

describe('The hosts of an event (contract §3.2)', () => {
  it('are added by their usernames, in any case', async () => {
    const answer = await add(other.name.toUpperCase());
    expect([answer.status, answer.text, answer.headers.get('location')]).toEqual([201, '', service.base + path]);
    const names = recordsOf(await ask(service, path), 'hosts').map((one) => one['host_name']);
    expect(names.sort()).toEqual([host.name, other.name].sort());
    expect((await add(host.name, other.token)).status).toBe(400);
  });

  it('are added once', async () => {
    expect(told(await add(host.name))).toEqual([400, ['User is already a host']]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(other.name)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(400)]);
    expect(await hosts()).toEqual([host.id, other.id]);
  });

  it('are removed idempotently', async () => {
    await add(other.name);
    for (const _ of [1, 2]) {
      const answer = await remove(other.id);
      expect([answer.status, answer.text, answer.headers.get('location')]).toEqual([204, '', service.base + path]);
    }
    expect((await remove('999999')).status).toBe(204);
    expect(await hosts()).toEqual([host.id]);
  });

  it('can be changed by hosts and site administrators', async () => {
    const anonymous = await ask(service, path, { method: 'POST', body: { host_name: 'x' } });
    expect(told(anonymous)).toEqual([401, ['You must be logged in to create data']]);
    const removal = await ask(service, `${path}/${host.id}`, { method: 'DELETE' });
    expect(told(removal)).toEqual([401, ['You must be logged in to remove data']]);
    // Permissions are checked before the username, so that others cannot learn which accounts exist.
    for (const name of [host.name, 'nobody']) {
      const sentence = 'You do not have permission to add hosts to this event';
      expect(told(await add(name, other.token))).toEqual([403, [sentence]]);
    }
    for (const id of [host.id, other.id]) {
      const sentence = 'You do not have permission to remove hosts from this event';
      expect(told(await remove(id, other.token))).toEqual([403, [sentence]]);
    }
    expect((await add(other.name, admin.token)).status).toBe(201);
    expect((await remove(host.id, admin.token)).status).toBe(204);
    expect(await hosts()).toEqual([other.id]);
  });

  it('cannot be changed if the event is hidden', async () => {
    path = `/v2.1/events/${await createEvent(service.database.pool, { status: 'PENDING' })}/hosts`;
    expect(told(await add(other.name))).toEqual([404, ['Event not found']]);
    expect(told(await remove(other.id))).toEqual([404, ['Event not found']]);
  });

  it('must be existing accounts', async () => {
    const gone = await someone({ is_active: false });
    for (const name of ['nobody', '', undefined, gone.name, 'a\0b', '%']) {
      expect(told(await add(name))).toEqual([404, ['No User found']]);
    }
    expect(told(await remove('x'))).toEqual([404, ['User not found']]);
  });

  it('cannot remove themselves, and the last one cannot be removed', async () => {
    await add(other.name);
    const own = 'You are not allowed to remove yourself from the host-list';
    expect(told(await remove(host.id))).toEqual([403, [own]]);
    await add(admin.name);
    expect(told(await remove(admin.id, admin.token))).toEqual([403, [own]]);
    await remove(admin.id);
    await remove(other.id);
    expect(told(await remove(host.id, admin.token))).toEqual([403, ['You are not allowed to remove the last host']]);
    expect(await hosts()).toEqual([host.id]);
  });

  it('cannot remove each other concurrently: one remains', async () => {
    const { pool } = service.database;
    await add(other.name);
    for (let round = 0; round < 20; round += 1) {
      await Promise.all([remove(other.id), remove(host.id, other.token), remove(host.id, admin.token)]);
      expect(await hosts()).toHaveLength(1);
      await pool.query('delete from event_hosts where event_id = $1', [event]);
      for (const { id } of [host, other]) await createHost(pool, event, id);
    }
  });
});
