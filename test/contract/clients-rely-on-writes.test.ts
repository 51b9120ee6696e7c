import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { bodyOf, inOrder, recordOf, type Json } from '../rest/ask.js';
import { required } from '../rest/submission.js';
import { belowBase, openStage, type Stage } from './stage.js';

/** Contract §7.1: lines about the bodies and responses of writes. */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
beforeEach(() => stage.snapshot.restore());
afterAll(() => stage.service.stop());

const talkFields = { talk_title: 'Answers', talk_description: 'And statuses', start_date: '2090-06-01 14:00' };

it('7.1.7 DELETE attending 200; POST attending and starred 201; report 202; links 204; application PUT 201; hosts POST 201 (contract 7.1-7, 3.2-80, 3.2-81, 3.4-56, 3.4-57, 3.8-1)', async () => {
  const { event, talk, link, eventComment, talkComment, application, users } = stage.at;
  const client = { name: 'Phone', description: 'Anew' };
  const slides = { display_name: 'slides_link', url: 'https://example.org/slides' };
  const at = (path: string) => `/v2.1${path}`;
  expect([
    await stage.told(`POST /events/${event}/attending`, 'stranger'),
    await stage.told(`DELETE /events/${event}/attending`, 'stranger'),
    await stage.told(`POST /talks/${talk}/starred`, 'stranger'),
    await stage.told(`DELETE /talks/${talk}/starred`, 'stranger'),
    await stage.told(`POST /event_comments/${eventComment}/reported`, 'stranger'),
    await stage.told(`POST /talk_comments/${talkComment}/reported`, 'stranger'),
    await stage.told(`PUT /talks/${talk}/links/${link}`, 'speaker', slides),
    await stage.told(`POST /events/${event}/hosts`, 'host', { host_name: 'stranger' }),
  ]).toEqual([
    [201, '', at(`/events/${event}/attending`)],
    [200, '', at(`/events/${event}/attending`)],
    [201, '', at(`/talks/${talk}/starred`)],
    [200, '', at(`/talks/${talk}/starred`)],
    [202, '', at(`/events/${event}/comments`)],
    [202, '', at(`/talks/${talk}/comments`)],
    [204, '', at(`/talks/${talk}/links/${link}`)],
    [201, '', at(`/events/${event}/hosts`)],
  ]);
  const [added, nothing, location] = await stage.told(`POST /talks/${talk}/links`, 'speaker', slides);
  expect([added, nothing, location]).toEqual([204, '', expect.stringMatching(/\/links\/\d+$/)]);
  expect(await stage.told(`DELETE ${String(location).slice('/v2.1'.length)}`, 'speaker')).toEqual([204, '', null]);
  const [status, body, where] = await stage.told(`PUT /applications/${application}`, 'owner', client);
  expect([status, where]).toEqual([201, at(`/applications/${application}`)]);
  expect(body).toMatchObject({ clients: [{ application: 'Phone', description: 'Anew' }] });
  expect(await stage.told(`DELETE /events/${event}/hosts/${users.stranger}`, 'host')).toEqual([
    204,
    '',
    at(`/events/${event}/hosts`),
  ]);
});

it('7.1.8 talk creation returns a body, event, track and comment creation none; all set Location (contract 7.1-8, 3.4-45, 3.6-26, 3.7-18)', async () => {
  const { event, talk } = stage.at;
  const created = await stage.send(`POST /events/${event}/talks`, 'host', talkFields);
  const location = String(created.headers.get('location'));
  expect([created.status, Object.keys(bodyOf(created))]).toEqual([201, ['talks', 'meta']]);
  const record = recordOf(created, 'talks');
  expect(location).toBe(`${stage.service.base}/v2.1/talks/${String(record['id'])}`);
  expect(inOrder(record)).toBe(inOrder(recordOf(await stage.send(`GET ${location}`, 'host'), 'talks')));
  const [number, none, digits] = [201, '', (path: string) => expect.stringMatching(new RegExp(`^/v2.1/${path}/\\d+$`))];
  const said = { comment: 'Well said', rating: 4 };
  expect([
    await stage.told('POST /events', 'trusted', required),
    await stage.told(`POST /events/${event}/tracks`, 'host', { track_name: 'New' }),
    await stage.told(`POST /events/${event}/comments`, 'stranger', said),
    await stage.told(`POST /talks/${talk}/comments`, 'stranger', said),
  ]).toEqual([
    [number, none, '/v2.1/events'],
    [number, none, digits('tracks')],
    [number, none, digits('event_comments')],
    [number, none, digits('talk_comments')],
  ]);
});

it("7.1.9 the links to a user's sub-collections end with a slash (contract 7.1-9, 3.9-10)", async () => {
  const { users, event, talk } = stage.at;
  const links = ['talks_uri', 'attended_events_uri', 'hosted_events_uri', 'talk_comments_uri'];
  const names = ['talks/', 'attended/', 'hosted/', 'talk_comments/'];
  for (const [id, path] of [
    [users.stranger, `/users/${users.stranger}`],
    [users.owner, `/users/${users.owner}?verbose=yes`],
    [users.attendee, `/events/${event}/attendees`],
  ] as const) {
    const user = await stage.read(path, 'users');
    const paths = names.map((name) => `/v2.1/users/${id}/${name}`);
    expect(links.map((link) => belowBase(user[link], stage))).toEqual(paths);
    for (const link of links) expect((await stage.send(`GET ${String(user[link])}`)).status).toBe(200);
  }
  const { talks_uri } = await stage.read(`/users/${users.speaker}`, 'users');
  expect(await stage.read(String(talks_uri), 'talks')).toMatchObject({ id: Number(talk) });
});

it('7.1.13 PUT bodies may contain unknown and hypermedia members (contract 7.1-13, 1.4-8)', async () => {
  const { event, talk, track, talkComment, link, application, users } = stage.at;
  const form = { submit: 'Save', _method: 'PUT', csrf: { token: ['x'] }, meta: { count: 1 } };
  const speakers = ['The speaker', 'Free', 'Claimed', 'Assigned', 'Ian'];
  const puts: [path: string, name: string, by: 'host' | 'owner', status: number, more?: Json][] = [
    [`/events/${event}`, 'events', 'host', 204],
    [`/talks/${talk}`, 'talks', 'host', 204, { speakers }],
    [`/tracks/${track}`, 'tracks', 'host', 204],
    [`/applications/${application}`, 'clients', 'owner', 201, { name: 'Agenda', description: 'Shows it' }],
    [`/users/${users.owner}`, 'users', 'owner', 204],
  ];
  await stage.send(`PUT /applications/${application}`, 'owner', { name: 'Agenda', description: 'Shows it' });
  for (const [path, name, by, status, more] of puts) {
    const before = await stage.read(`${path}?verbose=yes`, name, by);
    const answer = await stage.send(`PUT ${path}`, by, { ...before, ...form, ...more });
    expect([path, answer.status, answer.text.slice(0, 20)]).toEqual([path, status, expect.anything()]);
    const after = await stage.read(`${path}?verbose=yes`, name, by);
    expect([path, inOrder(after)]).toEqual([path, inOrder(before)]);
  }
  const media = `/talks/${talk}/links/${link}`;
  const { meta, ...shown } = bodyOf(await stage.send(`GET ${media}`, 'speaker'));
  expect((await stage.send(`PUT ${media}`, 'speaker', { ...shown, ...form })).status).toBe(204);
  expect(bodyOf(await stage.send(`GET ${media}`, 'speaker'))).toEqual({ ...shown, meta });
  await stage.stored('update talk_comments set created_at = now() where id = $1', talkComment);
  const comment = await stage.read(`/talk_comments/${talkComment}?verbose=yes`, 'comments', 'owner');
  const edited = await stage.send(`PUT /talk_comments/${talkComment}?verbose=yes`, 'owner', { ...comment, ...form });
  expect([edited.status, recordOf(edited, 'comments')]).toEqual([200, comment]);
});

it('7.1.14 starring, attending, track membership and unlinking are idempotent (contract 7.1-14)', async () => {
  const { event, talk, otherTrack, users } = stage.at;
  const track_uri = `${stage.service.base}/v2.1/tracks/${otherTrack}`;
  const state = async () => ({
    starred: bodyOf(await stage.send(`GET /talks/${talk}/starred`, 'host'))['has_starred'],
    attending: bodyOf(await stage.send(`GET /events/${event}/attending`, 'host'))['is_attending'],
    onTrack: (await stage.read(`/tracks/${otherTrack}`, 'tracks'))['talks_count'],
  });
  const off = { starred: false, attending: false, onTrack: 0 };
  const on = { starred: true, attending: true, onTrack: 1 };
  const writes: [line: string, status: number, body?: Json][][] = [
    [
      [`POST /talks/${talk}/starred`, 201],
      [`POST /events/${event}/attending`, 201],
      [`POST /talks/${talk}/tracks`, 201, { track_uri }],
    ],
    [
      [`DELETE /talks/${talk}/starred`, 200],
      [`DELETE /events/${event}/attending`, 200],
      [`DELETE /talks/${talk}/tracks/${otherTrack}`, 204],
      [`DELETE /events/${event}/hosts/${users.coHost}`, 204],
    ],
  ];
  for (const [turn, which] of [0, 0, 1, 1, 0].entries()) {
    const counts = await stage.read(`/talks/${talk}`, 'talks');
    for (const [line, status, body] of writes[which] ?? []) {
      const answer = await stage.send(line, 'host', body);
      expect([turn, line, answer.status, answer.text]).toEqual([turn, line, status, '']);
    }
    expect([turn, await state()]).toEqual([turn, which === 0 ? on : off]);
    const { starred_count } = await stage.read(`/talks/${talk}`, 'talks');
    if (turn % 2 === 1) expect(starred_count).toBe(counts['starred_count']);
  }
});
