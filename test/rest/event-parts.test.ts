import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, inOrder, metaOf, recordOf, recordsOf } from './ask.js';

describe('subresources of an event, and reference data', () => {
  let service: TestService;
  let [event, user, token] = ['', '', ''];
  const v21 = (path: string) => `${service.base}/v2.1/${path}`;
  const read = async (path: string, who?: string) => bodyOf(await ask(service, path, { token: who }));

  beforeAll(async () => {
    service = await startService();
    const { pool } = service.database;
    event = await make.createEvent(pool);
    user = await make.createUser(pool, { full_name: 'Yes' });
    token = await make.createToken(pool, user);
    await make.createAttendee(pool, event, user);
  });
  afterAll(() => service.stop());

  it('a track has the members of spec §2.3, and the verbose form is the same (contract §3.3)', async () => {
    const { pool } = service.database;
    const track = await make.createTrack(pool, event, { name: '2024', description: '<b>' });
    await make.putOnTrack(pool, event, await make.createTalk(pool, event), track);
    const uri = v21(`tracks/${track}`);
    const expected = inOrder({
      track_name: '2024',
      track_description: '<b>',
      talks_count: 1,
      uri,
      verbose_uri: `${uri}?verbose=yes`,
      event_uri: v21(`events/${event}`),
    });
    for (const path of [`tracks/${track}`, `tracks/${track}?verbose=yes`, `events/${event}/tracks`]) {
      expect(inOrder(recordOf(await ask(service, `/v2.1/${path}`), 'tracks'))).toBe(expected);
    }
  });

  it('tracks are sorted by name, with "" for no description', async () => {
    const { pool } = service.database;
    const own = await make.createEvent(pool);
    for (const name of ['Beta', 'Alpha', 'Gamma']) await make.createTrack(pool, own, { name });
    const tracks = recordsOf(await ask(service, `/v2.1/events/${own}/tracks`), 'tracks');
    expect(tracks.map((track) => [track['track_name'], track['track_description']])).toEqual([
      ['Alpha', ''],
      ['Beta', ''],
      ['Gamma', ''],
    ]);
  });

  it('talks are sorted by start, then by ID', async () => {
    const { pool } = service.database;
    const own = await make.createEvent(pool);
    const ids: number[] = [];
    for (const starts_at of ['2026-06-01T12:00:00Z', '2026-06-01T11:00:00Z', '2026-06-01T12:00:00Z']) {
      ids.push(Number(await make.createTalk(pool, own, { starts_at })));
    }
    const talks = recordsOf(await ask(service, `/v2.1/events/${own}/talks`), 'talks');
    expect(talks.map(({ id }) => id)).toEqual([ids[1], ids[0], ids[2]]);
  });

  it('hosts are names and links by name, with meta; without hosts the list is empty', async () => {
    const { pool } = service.database;
    const own = await make.createEvent(pool);
    const path = `/v2.1/events/${own}/hosts`;
    const meta = (count: number) => ({
      count,
      total: count,
      this_page: `${service.base}${path}?start=0&resultsperpage=20`,
    });
    expect(inOrder(await read(path))).toBe(inOrder({ hosts: [], meta: meta(0) }));
    const [zed, amy, gone] = [
      await make.createUser(pool, { full_name: 'Zed' }),
      await make.createUser(pool, { full_name: 'Amy' }),
      await make.createUser(pool, { full_name: 'Gone', is_active: false }),
    ];
    for (const host of [zed, amy, gone]) await make.createHost(pool, own, host);
    const hosts = [
      { host_name: 'Amy', host_uri: v21(`users/${amy}`) },
      { host_name: 'Zed', host_uri: v21(`users/${zed}`) },
    ];
    expect(inOrder(await read(path))).toBe(inOrder({ hosts, meta: meta(2) }));
  });

  it('images equal those of the event record, with their number', async () => {
    const images = [{ kind: 'SMALL', location: 'https://cdn.example.org/s.png', width: 140, height: 140 }];
    const own = await make.createEvent(service.database.pool, { images: JSON.stringify(images) });
    const small = { type: 'small', url: 'https://cdn.example.org/s.png', width: 140, height: 140 };
    expect(inOrder(await read(`/v2.1/events/${own}/images`))).toBe(inOrder({ images: { small }, meta: { count: 1 } }));
    expect(inOrder(await read(`/v2.1/events/${event}/images`))).toBe(inOrder({ images: {}, meta: { count: 0 } }));
    expect(inOrder(await read(`/v2.1/events/${event}/images`, token))).toBe(
      inOrder({ images: {}, meta: { count: 0, user_uri: v21(`users/${user}`) } }),
    );
  });

  it('attending is a bare object, with meta for users', async () => {
    const path = `/v2.1/events/${event}/attending`;
    expect(await read(path)).toEqual({ is_attending: false });
    expect(inOrder(await read(path, token))).toBe(
      inOrder({ is_attending: true, meta: { user_uri: v21(`users/${user}`) } }),
    );
    const elsewhere = await make.createEvent(service.database.pool);
    expect(await read(`/v2.1/events/${elsewhere}/attending`, token)).toMatchObject({ is_attending: false });
  });

  it('attendees are active users by ID, verbose on request', async () => {
    const { pool } = service.database;
    const own = await make.createEvent(pool);
    const ids = [await make.createUser(pool), await make.createUser(pool)];
    const gone = await make.createUser(pool, { is_active: false });
    for (const id of [ids[1], gone, ids[0]]) await make.createAttendee(pool, own, id ?? '');
    const answer = await ask(service, `/v2.1/events/${own}/attendees?verbose=yes`);
    const users = recordsOf(answer, 'users');
    expect(users.map(({ uri }) => uri)).toEqual(ids.map((id) => v21(`users/${id}`)));
    expect(users[0]).toMatchObject({ trusted: 0, avatar_hash: expect.any(String) });
    expect(users[0]).not.toHaveProperty('email');
    expect(metaOf(answer)).toMatchObject({ count: 2, total: 2 });
  });

  it('languages are sorted by name (contract §3.10)', async () => {
    const languages = recordsOf(await ask(service, '/v2.1/languages?resultsperpage=0'), 'languages');
    expect(languages.map(({ name, code }) => `${String(name)}/${String(code)}`)).toEqual([
      'Brazilian Portuguese/pobr',
      'Deutsch/de',
      'English - UK/uk',
      'English - US/us',
      'Espanol/es',
      'Finnish/fi',
      'Francais/fr',
      'Nederlands/ne',
      'Polish/pl',
    ]);
    const uri = v21('languages/3');
    const deutsch = inOrder({ name: 'Deutsch', code: 'de', uri, verbose_uri: `${uri}?verbose=yes` });
    expect(inOrder(languages[1])).toBe(deutsch);
    expect(inOrder(recordOf(await ask(service, '/v2.1/languages/3'), 'languages'))).toBe(deutsch);
  });

  it('talk types are sorted by ID, with the names that talks accept', async () => {
    const types = recordsOf(await ask(service, '/v2.1/talk_types'), 'talk_types');
    expect(types.map(({ title }) => title)).toEqual(['Talk', 'Social', 'Keynote', 'Workshop', 'Event related']);
    const uri = v21('talk_types/4');
    const workshop = {
      title: 'Workshop',
      description: types[3]?.['description'],
      uri,
      verbose_uri: `${uri}?verbose=yes`,
    };
    expect(inOrder(types[3])).toBe(inOrder(workshop));
    expect(typeof workshop.description).toBe('string');
    expect(inOrder(recordOf(await ask(service, '/v2.1/talk_types/4'), 'talk_types'))).toBe(inOrder(workshop));
  });

  it.each([
    ['events', 'Event not found'],
    ['talks', 'Talk not found'],
    ['tracks', 'Track not found'],
    ['event_comments', 'Comment not found'],
    ['talk_comments', 'Comment not found'],
    ['users', 'User not found'],
    ['languages', 'Language not found'],
    ['talk_types', 'Talk type not found'],
  ])('an unknown record of %s is 404 "%s"', async (collection, sentence) => {
    for (const id of ['999999', '0', 'abc', '1.5', '5e0', '-1', '9'.repeat(16), '9'.repeat(200), '1%00', '%31x']) {
      const answer = await ask(service, `/v2.1/${collection}/${id}`);
      expect([id, answer.status, bodyOf(answer)]).toEqual([id, 404, [sentence]]);
    }
  });

  it('leading zeros are ignored (contract §1.1: digits only)', async () => {
    expect(recordOf(await ask(service, '/v2.1/languages/0003'), 'languages')['uri']).toBe(v21('languages/3'));
  });

  it('the landing page has the five links of spec §1 in order, and meta only for users', async () => {
    const links = {
      events: v21('events'),
      'hot-events': v21('events?filter=hot'),
      'upcoming-events': v21('events?filter=upcoming'),
      'past-events': v21('events?filter=past'),
      'open-cfps': v21('events?filter=cfp'),
    };
    for (const path of ['/', '/v2.1', '/v2.1/']) {
      expect(inOrder(await read(path))).toBe(inOrder(links));
      expect(inOrder(await read(path, token))).toBe(inOrder({ ...links, meta: { user_uri: v21(`users/${user}`) } }));
    }
  });
});
