import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { askData } from '../graphql/ask.js';
import { createEvent, createHost, createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, recordOf, type Json } from './ask.js';
import { required } from './submission.js';

let service: TestService;
let admin: { id: string; token: string };
beforeAll(async () => {
  service = await startService();
  admin = await someone({ is_admin: true });
});
afterAll(() => service.stop());

async function someone(row: Json = {}): Promise<{ id: string; token: string }> {
  const id = await createUser(service.database.pool, row);
  return { id, token: await createToken(service.database.pool, id) };
}
/** A name that no other test uses, and its slug. */
function newName(): { name: string; slug: string } {
  const slug = `conf-${randomUUID().replaceAll('-', '')}`;
  return { name: slug.replace('-', ' '), slug };
}
async function submit(name: string, { token }: { token: string }): Promise<string> {
  const answer = await ask(service, '/v2.1/events', { method: 'POST', token, body: { ...required, name } });
  expect(answer.status).toBe(201);
  return new URL(String(answer.headers.get('content-location'))).pathname;
}
const slugOf = async (path: string, { token }: { token: string } = admin) =>
  recordOf(await ask(service, path, { token }), 'events')['url_friendly_name'];
const approve = async (path: string) =>
  expect((await ask(service, `${path}/approval`, { method: 'POST', token: admin.token })).status).toBe(204);
const found = (slug: string, token?: string) =>
  askData(service, 'query ($slug: String!) { eventBySlug(slug: $slug) { id } }', { variables: { slug }, token });

describe('The slug of an event', () => {
  it.each([
    ['pending', { status: 'PENDING' }],
    ['rejected', { status: 'REJECTED' }],
    ['private', { status: 'APPROVED', is_private: true }],
  ])('does not disclose that a %s event has the same name', async (_, row) => {
    const { name, slug } = newName();
    await createEvent(service.database.pool, { ...row, name, slug });
    expect(await slugOf(await submit(name, await someone({ is_trusted: true })))).toBe(slug);
    const pending = await submit(name, await someone());
    expect(await slugOf(pending)).toBe(`${slug}-2026`);
  });

  it('is the same for several pending events of one name; the first approved one keeps it', async () => {
    const { name, slug } = newName();
    const [first, second] = [await submit(name, await someone()), await submit(name, await someone())];
    expect([await slugOf(first), await slugOf(second)]).toEqual([slug, slug]);
    await approve(second);
    expect(await slugOf(second)).toBe(slug);
    await approve(first);
    expect(await slugOf(first)).toBe(`${slug}-${first.split('/').at(-1)}`);
  });

  it('leads every viewer to the public event, and hosts of a hidden one to that by its own slug', async () => {
    const { name, slug } = newName();
    const host = await someone();
    const hidden = await submit(name, host);
    expect(await found(slug, host.token)).toEqual({ eventBySlug: { id: hidden.split('/').at(-1) } });
    const visible = await submit(name, await someone({ is_trusted: true }));
    for (const token of [undefined, host.token, admin.token]) {
      expect(await found(slug, token)).toEqual({ eventBySlug: { id: visible.split('/').at(-1) } });
    }
    const own = String(await slugOf(hidden, host));
    expect(own).toBe(`${slug}-${hidden.split('/').at(-1)}`);
    expect(await found(own, host.token)).toEqual({ eventBySlug: { id: hidden.split('/').at(-1) } });
    expect(await found(own)).toEqual({ eventBySlug: null });
    await approve(hidden);
    expect(await slugOf(hidden)).toBe(own);
  });

  it('stays unique among public events that are approved concurrently', async () => {
    const { name, slug } = newName();
    const paths = await Promise.all(Array.from({ length: 8 }, async () => submit(name, await someone())));
    expect(await Promise.all(paths.map((path) => slugOf(path)))).toEqual(paths.map(() => slug));
    await Promise.all(paths.map(approve));
    const slugs = await Promise.all(paths.map((path) => slugOf(path)));
    expect(new Set(slugs).size).toBe(paths.length);
    expect(slugs).toContain(slug);
  });

  it('stays unique when SQL makes an event public', async () => {
    const { pool } = service.database;
    const { name, slug } = newName();
    const row = { name, slug, status: 'PENDING' };
    const [one, other] = [await createEvent(pool, row), await createEvent(pool, row)];
    await createHost(pool, other, admin.id);
    await pool.query("update events set status = 'APPROVED' where id = any($1::bigint[])", [[one]]);
    await expect(
      pool.query("update events set slug = $1, status = 'APPROVED' where id = $2", [slug, other]),
    ).rejects.toThrow('events_public_slug_key');
    expect(await slugOf(`/v2.1/events/${other}`)).toBe(`${slug}-${other}`);
  });
});
