import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import type { Json } from './ask.js';
import { pathOf, startProgramme, talk, type Programme, type Who } from './programme.js';

let on: Programme;
let id = '';
const put = (body: unknown, which = id, who: Who = 'host') => on.ask('PUT', pathOf(which), { who, body });
const namesOf = (record: Json) => (record['speakers'] as Json[]).map((speaker) => speaker['speaker_name']);

beforeAll(async () => {
  on = await startProgramme();
});
afterAll(() => on.service.stop());
beforeEach(async () => {
  const slides_link = 'https://a.example/1';
  const full = {
    type: 'Workshop',
    language: 'Deutsch',
    duration: 30,
    speakers: ['Ann', 'Bob'],
    slides_link,
    room: 'A',
  };
  id = String((await on.added({ ...talk, ...full, talk_title: `Talk ${make.unique()}` }))['id']);
});

describe('PUT /talks/{id} (contract §3.4, decisions no. 21)', () => {
  it('returns 204 with the URL, and keeps omitted members except type and language', async () => {
    const before = await on.read(id);
    const answer = await put({ ...talk, talk_title: before['talk_title'], talk_description: 'Anew' });
    expect([answer.status, answer.text, answer.headers.get('location')]).toEqual([
      204,
      '',
      on.service.base + pathOf(id),
    ]);
    const changes = { talk_description: 'Anew', type: 'Talk', language: 'English - UK' };
    expect(await on.read(id)).toEqual({ ...before, ...changes });
  });

  it.each([
    ['empty', { duration: '', slides_link: '', speakers: [] }],
    ['null', { duration: null, slides_link: null, speakers: null }],
  ])('clears members that are %s', async (_, nothing) => {
    expect((await put({ ...talk, ...nothing })).status).toBe(204);
    expect(await on.read(id)).toMatchObject({ duration: 0, slides_link: '', talk_media: [], speakers: [] });
  });

  it('changes the slug with the title only', async () => {
    await on.pool.query("update talks set slug = 'kept-from-before' where id = $1", [id]);
    const slugAfter = async (talk_title: unknown) => {
      await put({ ...talk, talk_title });
      return (await on.read(id))['url_friendly_talk_title'];
    };
    expect(await slugAfter((await on.read(id))['talk_title'])).toBe('kept-from-before');
    expect(await slugAfter(`New ${id}`)).toBe(`new-${id}`);
    expect(await slugAfter(`NEW ${id}`)).toBe(`new-${id}`);
  });

  it('edits the link of the slides, whatever its origin', async () => {
    await make.createLink(on.pool, on.event, id, { kind: 'VIDEO', url: 'https://v.example/' });
    await make.createLink(on.pool, on.event, id, { url: 'https://a.example/second' });
    await put({ ...talk, slides_link: 'https://a.example/new' });
    expect(await on.read(id)).toMatchObject({
      slides_link: 'https://a.example/new',
      talk_media: [
        { slides_link: 'https://a.example/new' },
        { video_link: 'https://v.example/' },
        { slides_link: 'https://a.example/second' },
      ],
    });
    await put({ ...talk, slides_link: '' });
    expect((await on.read(id))['talk_media']).toEqual([{ video_link: 'https://v.example/' }]);
    await put({ ...talk, slides_link: 'https://a.example/again' });
    expect((await on.read(id))['slides_link']).toBe('https://a.example/again');
  });

  it('is for hosts, site administrators and the speakers of the talk', async () => {
    expect((await put(talk, id, 'speaker')).status).toBe(403);
    await make.createSpeaker(on.pool, on.event, id, { user_id: on.users.speaker });
    for (const who of ['speaker', 'host', 'admin'] as const) expect((await put(talk, id, who)).status).toBe(204);
  });

  it('has the slug of its title, also if it is kept and changed concurrently', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [kept, changed] = [`Kept ${round}`, `Changed ${round}`];
      await put({ ...talk, talk_title: kept });
      const both = [kept, changed].map((talk_title) => put({ ...talk, talk_title }));
      expect((await Promise.all(both)).map(({ status }) => status)).toEqual([204, 204]);
      const { talk_title: title, url_friendly_talk_title: slug } = await on.read(id);
      expect(slug).toBe(String(title).toLowerCase().replace(' ', '-'));
    }
  });

  it('gives two talks that concurrently take one name different slugs', async () => {
    const other = String((await on.added(talk))['id']);
    for (let round = 0; round < 5; round += 1) {
      const same = { ...talk, talk_title: `Same ${round}` };
      const answers = await Promise.all([put(same), put(same, other)]);
      expect(answers.map(({ status }) => status)).toEqual([204, 204]);
      const slugs = [await on.read(id), await on.read(other)].map((record) => record['url_friendly_talk_title']);
      expect([
        [`same-${round}`, `same-${round}-${other}`],
        [`same-${round}-${id}`, `same-${round}`],
      ]).toContainEqual(slugs);
    }
  });
});

describe('the speakers of PUT /talks/{id}', () => {
  it('are the complete list, by displayed or original names', async () => {
    const renamed = await make.createUser(on.pool, { full_name: 'New Name' });
    const other = await make.createUser(on.pool, { full_name: 'Other Name' });
    const leaving = await make.createUser(on.pool, { full_name: 'Leaving' });
    const speaker = (display_name: string, user_id: string) =>
      make.createSpeaker(on.pool, on.event, id, { display_name, user_id });
    const claimed = await speaker('Old Name', renamed);
    const stored = await speaker('Stored', other);
    await speaker('Whatever', leaving);
    await put({ ...talk, speakers: ['New Name', 'Stored', 'Bob', 'Cy', 'Cy', ' '] });
    const { rows } = await on.pool.query(
      'select id, display_name, user_id from talk_speakers where talk_id = $1 order by id',
      [id],
    );
    expect(rows).toEqual([
      { id: expect.any(String), display_name: 'Bob', user_id: null },
      { id: claimed, display_name: 'Old Name', user_id: renamed },
      { id: stored, display_name: 'Stored', user_id: other },
      { id: expect.any(String), display_name: 'Cy', user_id: null },
      { id: expect.any(String), display_name: 'Cy', user_id: null },
    ]);
  });

  it('may include a former name of a speaker, beside that speaker’s current name', async () => {
    const user = await make.createUser(on.pool, { full_name: 'New Name' });
    await make.createSpeaker(on.pool, on.event, id, { display_name: 'Old Name', user_id: user });
    await put({ ...talk, speakers: ['New Name', 'Old Name'] });
    expect((await on.read(id))['speakers']).toEqual([
      { speaker_name: 'New Name', speaker_uri: `${on.service.base}/v2.1/users/${user}` },
      { speaker_name: 'Old Name' },
    ]);
  });

  it('are deleted with their claims, and their ratings count from then on', async () => {
    const user = await make.createUser(on.pool);
    await make.createSpeaker(on.pool, on.event, id, { display_name: 'Rater', user_id: user });
    const waiting = await make.createSpeaker(on.pool, on.event, id, { display_name: 'Waiting' });
    await make.createClaim(on.pool, on.event, id, waiting, user);
    await make.createTalkComment(on.pool, on.event, id, { user_id: user, rating: 3 });
    expect((await on.read(id))['average_rating']).toBe(0);
    await put({ ...talk, speakers: ['Ann'] });
    expect(await on.read(id)).toMatchObject({ average_rating: 3, speakers: [{ speaker_name: 'Ann' }] });
    expect((await on.pool.query('select 1 from speaker_claims where talk_id = $1', [id])).rowCount).toBe(0);
  });

  it('are one of two concurrent lists, completely', async () => {
    const lists = [
      ['Ann', 'Cy', 'Di'],
      ['Bob', 'Eve', 'Flo'],
    ];
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([...lists, ...lists].map((speakers) => put({ ...talk, speakers })));
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
      expect(lists).toContainEqual(namesOf(await on.read(id)).sort());
    }
  });
});
