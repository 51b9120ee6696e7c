import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { bodyOf, inOrder, metaOf, recordOf } from './ask.js';
import { startProgramme, talk, type Programme, type Who } from './programme.js';

let on: Programme;
beforeAll(async () => {
  on = await startProgramme();
});
afterAll(() => on.service.stop());

describe('POST /events/{id}/talks (spec §4.5, contract §3.4)', () => {
  it('returns 201 with the URL and the record of the talk, equal to a later read', async () => {
    const answer = await on.add({ ...talk, talk_title: 'Only this', duration: '45 min' });
    const created = recordOf(answer, 'talks');
    const uri = `${on.service.base}/v2.1/talks/${String(created['id'])}`;
    expect([answer.status, answer.headers.get('location')]).toEqual([201, uri]);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf8');
    const read = recordOf(await on.ask('GET', uri), 'talks');
    const meta = {
      count: 1,
      total: 1,
      this_page: `${on.service.base}/v2.1/events/${on.event}/talks?start=0&resultsperpage=20`,
      user_uri: `${on.service.base}/v2.1/users/${on.users.host}`,
    };
    expect(inOrder(bodyOf(answer))).toBe(inOrder({ talks: [read], meta }));
    expect(created['stub']).toMatch(/^[0-9a-f]{5}$/);
    expect(created).toMatchObject({
      talk_title: 'Only this',
      url_friendly_talk_title: 'only-this',
      talk_description: 'How it is done',
      type: 'Talk',
      start_date: '2026-06-01T14:00:00+02:00',
      duration: 45,
      average_rating: 0,
      comment_count: 0,
      starred: false,
      starred_count: 0,
      speakers: [],
      tracks: [],
      website_uri: `${on.service.base}/talk/${String(created['stub'])}`,
      event_uri: `${on.service.base}/v2.1/events/${on.event}`,
    });
  });

  it('stores all members unchanged', async () => {
    const given = {
      talk_title: '  <b>Ö & ü</b> ',
      talk_description: ' a &amp; b\n',
      type: 'kEYNOTE',
      language: 'deutsch',
      start_date: '2026-06-01T12:00:00Z',
      duration: 30,
      speakers: [' Ann ', 'Bob', '', 'Ann', '  '],
      slides_link: 'https://slides.example/1?a=b&c=d',
      room: ' Main hall ',
      uri: 'http://elsewhere/',
    };
    expect(await on.added(given)).toMatchObject({
      talk_title: '  <b>Ö & ü</b> ',
      url_friendly_talk_title: '--bo--ub-',
      talk_description: ' a &amp; b\n',
      type: 'Keynote',
      language: 'Deutsch',
      start_date: '2026-06-01T14:00:00+02:00',
      duration: 30,
      slides_link: 'https://slides.example/1?a=b&c=d',
      talk_media: [{ slides_link: 'https://slides.example/1?a=b&c=d' }],
      speakers: [{ speaker_name: 'Ann' }, { speaker_name: 'Bob' }, { speaker_name: 'Ann' }],
    });
  });

  it.each([
    ['absent', {}],
    ['empty', { type: '', language: '', duration: '', slides_link: '', room: ' ', speakers: [] }],
    ['null', { type: null, language: null, duration: null, slides_link: null, room: null, speakers: null }],
  ])('has defaults for members that are %s', async (_, nothing) => {
    expect(await on.added({ ...talk, ...nothing })).toMatchObject({
      type: 'Talk',
      language: 'English - UK',
      duration: 0,
      slides_link: '',
      talk_media: [],
      speakers: [],
    });
  });

  it.each([
    [45, 45],
    ['45', 45],
    [' 45 ', 45],
    ['45 min', 45],
    ['45min.', 45],
    ['45 Minutes', 45],
    ['45 m', 45],
    ['045 minuten', 45],
    ['45 min + 15 min for questions', 45],
    [0, 0],
  ])('parses the duration %j as %d minutes (decisions no. 39)', async (duration, minutes) => {
    expect(await on.added({ ...talk, duration })).toMatchObject({ duration: minutes });
  });

  it.each([
    ['www.slides.example/1', 'http://www.slides.example/1'],
    [' http://slides.example/my talk (2).pdf ', 'http://slides.example/my%20talk%20(2).pdf'],
    ['\t WWW.slides.example ', 'http://WWW.slides.example'],
    [' https://slides.example ', 'https://slides.example'],
  ])('completes and trims the link %j (decisions no. 29)', async (slides_link, stored) => {
    expect(await on.added({ ...talk, slides_link })).toMatchObject({ slides_link: stored });
  });

  it.each([
    ['Talk', 'Talk'],
    ['Social event', 'Social'],
    ['social', 'Social'],
    ['SOCIAL EVENT', 'Social'],
    ['Workshop', 'Workshop'],
    ['Event Related', 'Event related'],
  ])('parses the type %s as %s (decisions no. 2)', async (type, word) => {
    expect(await on.added({ ...talk, type })).toMatchObject({ type: word });
  });

  it('accepts a bare name for one speaker', async () => {
    expect(await on.added({ ...talk, speakers: 'Ann' })).toMatchObject({ speakers: [{ speaker_name: 'Ann' }] });
  });

  it('accepts fields in the query, which this_page repeats, and returns the normal form', async () => {
    const path = `/v2.1/events/${on.event}/talks?${new URLSearchParams(talk).toString()}&verbose=yes`;
    const answer = await on.ask('POST', path);
    expect([answer.status, recordOf(answer, 'talks')['talk_title']]).toEqual([201, 'On Writing']);
    expect(recordOf(answer, 'talks')).not.toHaveProperty('slides_link');
    expect(metaOf(answer)['this_page']).toBe(
      `${on.service.base}${path.replaceAll(':', '%3A')}&start=0&resultsperpage=20`,
    );
  });

  it('accepts the earliest and the latest start of a talk', async () => {
    for (const start_date of ['2026-06-01 09:00', '2026-06-02 17:59:59']) {
      expect((await on.add({ ...talk, start_date })).status).toBe(201);
    }
  });

  it('gives the second talk of a name its own slug, also if a third has taken that', async () => {
    const other = await make.createEvent(on.pool);
    await make.createHost(on.pool, other, on.users.host);
    const slugOf = async (title: string) => {
      const record = recordOf(await on.add({ ...talk, talk_title: title }, other), 'talks');
      return [Number(record['id']), record['url_friendly_talk_title']] as const;
    };
    expect((await slugOf('Lunch'))[1]).toBe('lunch');
    const [second, slug] = await slugOf('Lunch!');
    expect(slug).toBe(`lunch-${second}`);
    const next = second + 2;
    expect((await slugOf(`Lunch ${next}`))[1]).toBe(`lunch-${next}`);
    expect(await slugOf('lunch')).toEqual([next, `lunch-${next}-${next}`]);
  });

  it('increments the number of talks', async () => {
    const count = async () => recordOf(await on.ask('GET', `/v2.1/events/${on.event}`), 'events')['talks_count'];
    const before = await count();
    await on.added(talk);
    expect(await count()).toBe(Number(before) + 1);
  });

  it.each<[Who, 'event' | 'pending']>([
    ['host', 'event'],
    ['host', 'pending'],
    ['admin', 'event'],
    ['admin', 'pending'],
  ])('allows a %s to add to an %s', async (who, which) => {
    const answer = await on.ask('POST', `/v2.1/events/${on[which]}/talks`, { who, body: talk });
    expect([answer.status, recordOf(answer, 'talks')['talk_title']]).toEqual([201, 'On Writing']);
  });

  it('50 concurrent talks of one name all get their own slugs', async () => {
    const same = { ...talk, talk_title: 'All at once' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => on.add(same)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const records = answers.map((answer) => recordOf(answer, 'talks'));
    for (const name of ['url_friendly_talk_title', 'stub', 'id']) {
      expect(new Set(records.map((record) => record[name])).size).toBe(50);
    }
  });
});
