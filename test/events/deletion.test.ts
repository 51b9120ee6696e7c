import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { settled } from '../changes/log.js';
import { ask, askData, type Answer } from '../graphql/ask.js';
import { pngFile } from '../images/png-file.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let [host, admin] = ['', ''];
let [hostId, other, event] = ['', '', ''];

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  hostId = await make.createUser(pool, { email: 'host@example.org' });
  host = await make.createToken(pool, hostId);
  admin = await make.createToken(pool, await make.createUser(pool, { is_admin: true }));
  other = await fill('Hawks');
});
beforeEach(async () => {
  event = await fill('Herons');
  await service.takeMail();
});
afterAll(() => service.stop());

/** An event with two rows or one in each table of records that belong to events. */
async function fill(name: string): Promise<string> {
  const { pool } = service.database;
  const [user, attendee] = [await make.createUser(pool), await make.createUser(pool)];
  const id = await make.createEvent(pool, { name, tags: ['wading'] });
  await make.createHost(pool, id, hostId);
  await make.createAttendee(pool, id, attendee);
  const track = await make.createTrack(pool, id, {});
  for (const title of ['First', 'Second']) {
    const talk = await make.createTalk(pool, id, { title });
    await make.putOnTrack(pool, id, talk, track);
    await make.createLink(pool, id, talk);
    await make.createStar(pool, id, talk, attendee);
    await make.createSpeaker(pool, id, talk, { user_id: user });
    const comment = await make.createTalkComment(pool, id, talk, { user_id: attendee, is_hidden: title === 'First' });
    await make.createReport(pool, id, { talk_comment_id: comment });
    await make.createShare(pool, id, talk, user);
  }
  await make.createEventComment(pool, id, { user_id: attendee });
  await make.createWebhook(pool, id, hostId);
  return id;
}

const contents = { talks: 2, tracks: 1, comments: 3, stars: 2, attendees: 1, claims: 2, hosts: 1 };
const CONTENTS = 'contents { talks tracks comments stars attendees claims hosts }';
const remove = (input: object = {}, token = admin): Promise<Answer> =>
  ask(service, `mutation ($input: DeleteEventInput!) { deleteEvent(input: $input) { deletedNodeId ${CONTENTS} } }`, {
    token,
    variables: { input: { eventId: event, confirmName: 'Herons', confirmComments: 3, ...input } },
  });
const told = ({ errors }: Answer) => errors.map(({ extensions }) => [extensions.code, ...extensions.problems]);

/** The number of rows that refer to an event, by table. */
async function rowsOf(id: string): Promise<Record<string, number>> {
  const { pool } = service.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where column_name = 'event_id' and table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'changes' order by 1`,
  );
  const counts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await pool.query<{ count: number }>(
        `select count(*)::int as count from ${name} where event_id = $1`,
        [id],
      );
      return [name, rows[0]!.count] as const;
    }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
const exists = async () =>
  (await service.database.pool.query('select from events where id = $1', [event])).rowCount === 1;

describe('The deletion of an event', () => {
  it('names what is lost, to its hosts and administrators only', async () => {
    const query = `{ event(id: ${event}) { ${CONTENTS} } }`;
    for (const token of [host, admin]) {
      expect((await askData(service, query, { token })).event.contents).toEqual(contents);
    }
    expect(told(await ask(service, query))).toEqual([['UNAUTHENTICATED', { reason: 'LOGIN_REQUIRED' }]]);
  });

  it('removes everything that belongs to it and nothing else, and notifies its hosts', async () => {
    const before = await rowsOf(other);
    expect(Object.keys(before).length).toBeGreaterThan(12);
    const { data } = await remove();
    expect(data.deleteEvent).toEqual({ deletedNodeId: expect.any(String), contents });
    expect(await rowsOf(event)).toEqual({});
    expect(await exists()).toBe(false);
    expect(await rowsOf(other)).toEqual(before);
    expect((await fetch(`${service.base}/v2.1/events/${event}`)).status).toBe(404);
    const list = await (await fetch(`${service.base}/v2.1/events?tags[]=wading`)).text();
    expect([other, event].map((id) => list.includes(`/v2.1/events/${id}"`))).toEqual([true, false]);
    expect(await service.takeMail()).toEqual([
      { kind: 'event_deleted', to: 'host@example.org', data: { eventName: 'Herons', talks: 2, comments: 3 } },
    ]);
    expect(told(await remove())).toEqual([['NOT_FOUND', { reason: 'EVENT_UNKNOWN' }]]);
  });

  it('requires the exact name and the number of comments', async () => {
    expect(told(await remove({ confirmName: 'herons' }))).toEqual([
      ['INVALID', { reason: 'EVENT_NAME_DIFFERS', field: 'confirmName' }],
    ]);
    expect(told(await remove({ confirmComments: 2 }))).toEqual([
      ['INVALID', { reason: 'COMMENT_COUNT_DIFFERS', field: 'confirmComments', limit: 3 }],
    ]);
    expect(await exists()).toBe(true);
  });

  it('is refused to hosts', async () => {
    expect(told(await remove({}, host))).toEqual([['FORBIDDEN', { reason: 'ADMINS_ONLY' }]]);
    expect(await exists()).toBe(true);
  });

  it('has no words in v2.1, which refuses administrators too', async () => {
    const headers = { Authorization: `Bearer ${admin}` };
    const response = await fetch(`${service.base}/v2.1/events/${event}`, { method: 'DELETE', headers });
    expect([response.status, await response.json()]).toEqual([405, ['Method not supported']]);
    expect(response.headers.get('allow')).toBe('GET, PUT, HEAD, OPTIONS');
    expect(await exists()).toBe(true);
  });

  it('deletes the files of its image', async () => {
    const form = new FormData();
    form.append('image', new Blob([pngFile(200, 200)], { type: 'image/png' }), 'heron.png');
    const path = `${service.base}/v2.1/events/${event}`;
    const headers = { Authorization: `Bearer ${host}` };
    expect((await fetch(`${path}/images`, { method: 'POST', headers, body: form })).status).toBe(201);
    const { events } = (await (await fetch(path)).json()) as { events: { images: { orig: { url: string } } }[] };
    const { url } = events[0]!.images.orig;
    expect((await fetch(url)).status).toBe(200);
    expect((await remove()).errors).toEqual([]);
    expect((await fetch(url)).status).toBe(404);
  });

  it.each([
    ['public', '', 1],
    ['private', 'is_private = true', 0],
    ['rejected', "status = 'REJECTED'", 0],
    ['withdrawn', "status = 'REJECTED', withdrawn_at = now()", 1],
  ])('of a %s event is announced to those who saw it', async (_, state, count) => {
    if (state !== '') await service.database.pool.query(`update events set ${state} where id = $1`, [event]);
    expect((await remove()).errors).toEqual([]);
    await settled(service.database.pool);
    const changesFor = async (token?: string) => {
      const query =
        '{ changes(kinds: [EVENT_DELETED]) { nodes { kind recordId event { id } record { __typename } } } }';
      const { changes } = await askData(service, query, { ...(token && { token }) });
      return (changes.nodes as { recordId: string }[]).filter(({ recordId }) => recordId === event);
    };
    const deleted = { kind: 'EVENT_DELETED', recordId: event, event: null, record: null };
    expect(await changesFor(admin)).toEqual([deleted]);
    expect(await changesFor()).toEqual(count === 1 ? [deleted] : []);
  });

  it('succeeds once of several at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove()));
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    expect(await exists()).toBe(false);
  });
});
