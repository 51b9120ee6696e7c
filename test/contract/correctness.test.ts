import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { metaOf, recordOf, recordsOf, type Json } from '../rest/ask.js';
import { expectTrueCounters } from '../rest/at-once.js';
import { required } from '../rest/submission.js';
import { UNLIMITED } from './attempt.js';
import { openStage, type Stage } from './stage.js';

/** Contract §7.3: lines about the contents of records. */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ ...UNLIMITED, COMMENT_EDIT_MINUTES: '600' });
});
beforeEach(() => stage.snapshot.restore());
afterAll(() => stage.service.stop());

const talkFields = { talk_title: 'New', talk_description: 'Text', start_date: '2090-06-01 14:00' };
const submitted = async (body: Json, path = '/events') =>
  String((await stage.send(`POST ${path}`, 'admin', body)).headers.get('content-location'));
const added = async (body: Json = {}) =>
  recordOf(await stage.send(`POST /events/${stage.at.event}/talks`, 'host', { ...talkFields, ...body }), 'talks');

it('7.3.1 text that looks like a number stays text (contract 7.3-1, 1.8-1)', async () => {
  const { at, stored } = stage;
  const event = { name: '2024', description: '1e3', location: '007', tags: ['2014', '0x1f'] };
  expect(await stage.read(await submitted({ ...required, ...event }), 'events')).toMatchObject({
    ...event,
    url_friendly_name: '2024',
  });
  const talk = await added({ talk_title: '42', talk_description: '-0.5', speakers: ['7'] });
  const said = { talk_title: '42', talk_description: '-0.5', url_friendly_talk_title: '42' };
  expect(talk).toMatchObject({ ...said, speakers: [{ speaker_name: '7' }] });
  await stored("update talks set stub = '00123' where id = $1", talk['id']);
  expect(await stage.read(`/talks/${String(talk['id'])}`, 'talks')).toMatchObject({ ...said, stub: '00123' });
  const track = { track_name: '1.0', track_description: '00' };
  expect((await stage.send(`PUT /tracks/${at.track}`, 'host', track)).status).toBe(204);
  expect(await stage.read(`/tracks/${at.track}`, 'tracks')).toMatchObject({ ...track, talks_count: 1 });
  for (const parent of [`/events/${at.event}`, `/talks/${at.talk}`]) {
    const { headers } = await stage.send(`POST ${parent}/comments`, 'stranger', { comment: '5', rating: '4' });
    expect(await stage.read(String(headers.get('location')), 'comments')).toMatchObject({ comment: '5', rating: 4 });
  }
  const account = { username: '0042', full_name: '1e9', email: 'owner@example.org', biography: '12' };
  expect((await stage.send(`PUT /users/${at.users.owner}`, 'owner', account)).status).toBe(204);
  await stored("update applications set consumer_key = '0123456789' where id = $1", at.application);
  await stage.send(`PUT /applications/${at.application}`, 'owner', { name: '99', description: '1' });
  expect(await stage.read(`/users/${at.users.owner}?verbose=yes`, 'users', 'owner')).toMatchObject(account);
  expect(await stage.read(`/applications/${at.application}`, 'clients', 'owner')).toMatchObject({
    ...{ consumer_key: '0123456789', application: '99', description: '1' },
  });
});

it('7.3.2 the first response of a new talk has its stub and its URL, that of a new event its name (contract 7.3-2, 3.4-8)', async () => {
  const talk = await added();
  const { stub, website_uri } = talk;
  expect(stub).toMatch(/^[0-9a-f]{5}$/);
  expect(website_uri).toBe(`${stage.service.base}/talk/${String(stub)}`);
  expect(await stage.read(`/talks/${String(talk['id'])}`, 'talks', 'host')).toEqual(talk);
  const address = await submitted({ ...required, name: 'Named At Once' });
  const first = await stage.read(address, 'events', 'admin');
  expect(first).toMatchObject({
    url_friendly_name: 'named-at-once',
    website_uri: `${stage.service.base}/event/named-at-once`,
  });
  expect(await stage.read(address, 'events', 'admin')).toEqual(first);
});

it('7.3.3 a talk without speakers has none; PUT without speakers keeps them (contract 7.3-3, 3.4-43, 3.4-47)', async () => {
  for (const speakers of [undefined, null, [], ['']]) {
    expect([speakers, (await added({ speakers }))['speakers']]).toEqual([speakers, []]);
  }
  const { id } = await added({ speakers: ['Ann', 'Bob'] });
  const speakers = async (body: Json) => {
    expect((await stage.send(`PUT /talks/${String(id)}`, 'host', { ...talkFields, ...body })).status).toBe(204);
    return (await stage.read(`/talks/${String(id)}`, 'talks'))['speakers'];
  };
  expect(await speakers({})).toEqual([{ speaker_name: 'Ann' }, { speaker_name: 'Bob' }]);
  expect(await speakers({ speakers: [] })).toEqual([]);
});

it('7.3.4 an edited slides_link is returned; lists by speaker have the media and the type of every talk (contract 7.3-4, 3.4-49, 3.4-15)', async () => {
  const { at } = stage;
  const second = String((await added({ slides_link: 'https://example.org/2', type: 'Keynote' }))['id']);
  await stage.stored(
    "insert into talk_speakers (event_id, talk_id, display_name, user_id) values ($1, $2, 'Sam', $3)",
    ...[at.event, second, at.users.speaker],
  );
  for (const slides_link of ['https://example.org/new', 'https://example.org/newer']) {
    await stage.send(`PUT /talks/${at.talk}`, 'speaker', { ...talkFields, slides_link });
    for (const path of [`/users/${at.users.speaker}/talks/?`, `/events/${at.event}/talks?`, '/talks?title=New&']) {
      const talks = recordsOf(await stage.send(`GET ${path}verbose=yes`), 'talks');
      const media = (id: string) => {
        const { type, talk_media, slides_link: shown } = talks.find((talk) => talk['id'] === Number(id)) ?? {};
        return { type, talk_media, shown };
      };
      expect([path, media(at.talk), media(second)]).toEqual([
        path,
        { type: 'Talk', talk_media: [{ slides_link }], shown: slides_link },
        { type: 'Keynote', talk_media: [{ slides_link: 'https://example.org/2' }], shown: 'https://example.org/2' },
      ]);
    }
  }
  await stage.send(`PUT /talks/${at.talk}`, 'speaker', { ...talkFields, slides_link: '' });
  expect(await stage.read(`/talks/${at.talk}?verbose=yes`, 'talks')).toMatchObject({
    slides_link: '',
    talk_media: [],
  });
});

it('7.3.5 a private comment is rejected, and not stored (contract 7.3-5, 3.6-18)', async () => {
  const count = () => stage.stored('select count(*) from talk_comments');
  const before = await count();
  for (const value of [true, 1, '1', 'y']) {
    const body = { comment: 'Between us', rating: 3, private: value };
    const told = await stage.told(`POST /talks/${stage.at.talk}/comments`, 'stranger', body);
    expect([value, told]).toEqual([value, [400, ['Private comments are not supported'], null]]);
  }
  expect(await count()).toBe(before);
});

it('7.3.6 starring is idempotent, and negative paging is ignored (contract 7.3-6, 3.4-56, 1.6-11)', async () => {
  const star = `/talks/${stage.at.talk}/starred`;
  const { starred_count } = await stage.read(`/talks/${stage.at.talk}`, 'talks');
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await stage.told(`POST ${star}`, 'stranger')).toEqual([201, '', `/v2.1${star}`]);
  }
  expect(await stage.read(`/talks/${stage.at.talk}`, 'talks')).toMatchObject({
    starred_count: Number(starred_count) + 1,
  });
  const plain = metaOf(await stage.send('GET /users'));
  for (const query of ['start=-1', 'resultsperpage=-5', 'start=-9&resultsperpage=-9', 'start=abc', 'start=']) {
    const answer = await stage.send(`GET /users?${query}`);
    const { count, total, prev_page } = metaOf(answer);
    expect([query, answer.status, count, total, prev_page]).toEqual([
      query,
      200,
      plain['count'],
      plain['total'],
      undefined,
    ]);
  }
});

it('7.3.7 the counters of tracks, talks and comments equal the number of records (contract 7.3-7, 4.10-1)', async () => {
  const { service, at } = stage;
  const { event, track } = at;
  const counters = async () => {
    const shown = await stage.read(`/events/${event}?verbose=yes`, 'events', 'host');
    const { talks_count } = await stage.read(`/tracks/${track}`, 'tracks');
    const names = ['tracks_count', 'talks_count', 'event_comments_count', 'talk_comments_count', 'attendee_count'];
    return [...names.map((name) => shown[name]), talks_count];
  };
  const before = (await counters()).map(Number);
  const { id } = await added();
  const said = { comment: 'Counted', rating: 3 };
  await stage.send(`POST /talks/${String(id)}/tracks`, 'host', { track_uri: `${service.base}/v2.1/tracks/${track}` });
  const made = await stage.send(`POST /events/${event}/tracks`, 'host', { track_name: 'Counted' });
  const remark = await stage.send(`POST /events/${event}/comments`, 'stranger', said);
  const comment = await stage.send(`POST /talks/${String(id)}/comments`, 'stranger', said);
  await stage.send(`POST /events/${event}/attending`, 'stranger');
  expect(await counters()).toEqual(before.map((count) => count + 1));
  expect(await stage.read(`/talks/${String(id)}`, 'talks')).toMatchObject({ comment_count: 1, average_rating: 3 });
  await expectTrueCounters(service);
  const address = (answer: typeof made) => String(answer.headers.get('location'));
  await stage.send(`POST ${address(remark)}/reported`, 'attendee');
  await stage.send(`POST ${address(comment)}/reported`, 'attendee');
  expect(await stage.read(`/talks/${String(id)}`, 'talks')).toMatchObject({ comment_count: 0, average_rating: 0 });
  await stage.send(`DELETE /talks/${String(id)}`, 'host');
  await stage.send(`DELETE ${address(made)}`, 'host');
  await stage.send(`DELETE /events/${event}/attending`, 'stranger');
  expect(await counters()).toEqual(before);
  await expectTrueCounters(service);
});
