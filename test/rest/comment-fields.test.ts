import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, inOrder, recordOf, recordsOf, type Json } from './ask.js';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const text = 'Good <b>&</b> "short" — 10/10';
const at = '2026-06-01T12:00:00Z';

describe('comment records', () => {
  let service: TestService;
  let [event, talk, user] = ['', '', ''];
  const v21 = (path: string) => `${service.base}/v2.1/${path}`;
  const known = { username: '2024', full_name: 'Zoë 2024', email: 'Zoe@Example.org' };

  beforeAll(async () => {
    service = await startService();
    const { pool } = service.database;
    event = await make.createEvent(pool);
    talk = await make.createTalk(pool, event, { title: '1e3' });
    user = await make.createUser(pool, known);
  });
  afterAll(() => service.stop());

  /** The same comment, read from its own URL and from its list. */
  async function everywhere(own: string, list: string, link: string): Promise<Json[]> {
    const alone = recordOf(await ask(service, own), 'comments');
    const listed = recordsOf(await ask(service, list), 'comments').find((record) => record[link] === alone[link]);
    return [alone, listed ?? {}];
  }

  describe.each([
    { verbose: false, anonymous: false },
    { verbose: false, anonymous: true },
    { verbose: true, anonymous: false },
    { verbose: true, anonymous: true },
  ])('verbose: $verbose, anonymous: $anonymous', ({ verbose, anonymous }) => {
    const form = verbose ? '?verbose=yes' : '';
    const author = () => (anonymous ? {} : { user_id: user });
    const hash = anonymous ? 'd41d8cd98f00b204e9800998ecf8427e' : md5(known.email.toLowerCase());
    const avatars = { gravatar_hash: hash, avatar_hash: hash };

    it('a talk comment has the members of spec §2.5 in the order of contract §3.6', async () => {
      const { pool } = service.database;
      const row = { comment: text, created_at: at, rating: 5, source: anonymous ? null : 'Web', ...author() };
      const id = await make.createTalkComment(pool, event, talk, row);
      const uri = v21(`talk_comments/${id}`);
      const expected = inOrder({
        rating: 5,
        comment: text,
        user_display_name: anonymous ? '' : known.full_name,
        username: anonymous ? null : '2024',
        talk_title: '1e3',
        ...(verbose && { source: row.source ?? '' }),
        created_date: '2026-06-01T14:00:00+02:00',
        ...(verbose && avatars),
        uri,
        verbose_uri: `${uri}?verbose=yes`,
        talk_uri: v21(`talks/${talk}`),
        talk_comments_uri: v21(`talks/${talk}/comments`),
        reported_uri: `${uri}/reported`,
        ...(!anonymous && { user_uri: v21(`users/${user}`) }),
      });
      const lists = [`talks/${talk}/comments`, `events/${event}/talk_comments`];
      for (const list of anonymous ? lists : [...lists, `users/${user}/talk_comments`]) {
        const found = await everywhere(`/v2.1/talk_comments/${id}${form}`, `/v2.1/${list}${form}`, 'uri');
        expect(found.map(inOrder)).toEqual([expected, expected]);
      }
    });

    it('an event comment has the members of spec §2.6 in the order of contract §3.7', async () => {
      const { pool } = service.database;
      const row = {
        comment: text,
        created_at: at,
        rating: anonymous ? null : 0,
        author_name: 'Typed by hand',
        source: anonymous ? null : 'Web',
        ...author(),
      };
      const id = await make.createEventComment(pool, event, row);
      const uri = v21(`event_comments/${id}`);
      const expected = inOrder({
        rating: row.rating,
        comment: text,
        ...(verbose && { source: row.source ?? '' }),
        created_date: '2026-06-01T14:00:00+02:00',
        ...(verbose && avatars),
        user_display_name: anonymous ? '' : known.full_name,
        ...(!anonymous && { username: '2024', user_uri: v21(`users/${user}`) }),
        comment_uri: uri,
        verbose_comment_uri: `${uri}?verbose=yes`,
        event_uri: v21(`events/${event}`),
        event_comments_uri: v21(`events/${event}/comments`),
        reported_uri: `${uri}/reported`,
      });
      const list = `/v2.1/events/${event}/comments${form}`;
      const found = await everywhere(`/v2.1/event_comments/${id}${form}`, list, 'comment_uri');
      expect(found.map(inOrder)).toEqual([expected, expected]);
    });
  });

  it('lists talk comments of a talk oldest first, of events and users newest first, ties by ID', async () => {
    const { pool } = service.database;
    const other = await make.createEvent(pool);
    const held = await make.createTalk(pool, other);
    const author = await make.createUser(pool);
    const ids: string[] = [];
    for (const created_at of [at, '2026-05-30T12:00:00Z', at]) {
      ids.push(await make.createTalkComment(pool, other, held, { created_at, user_id: author }));
    }
    const uris = (order: number[]) => order.map((index) => v21(`talk_comments/${ids[index]}`));
    const listed = async (path: string) => recordsOf(await ask(service, path), 'comments').map(({ uri }) => uri);
    expect(await listed(`/v2.1/talks/${held}/comments`)).toEqual(uris([1, 0, 2]));
    expect(await listed(`/v2.1/events/${other}/talk_comments`)).toEqual(uris([2, 0, 1]));
    expect(await listed(`/v2.1/users/${author}/talk_comments`)).toEqual(uris([2, 0, 1]));
  });

  it('lists event comments newest first, ties by ID', async () => {
    const { pool } = service.database;
    const other = await make.createEvent(pool);
    const ids: string[] = [];
    for (const created_at of [at, '2026-05-30T12:00:00Z', at]) {
      ids.push(await make.createEventComment(pool, other, { created_at }));
    }
    const listed = recordsOf(await ask(service, `/v2.1/events/${other}/comments`), 'comments');
    expect(listed.map((record) => record['comment_uri'])).toEqual(
      [2, 0, 1].map((index) => v21(`event_comments/${ids[index]}`)),
    );
  });

  it('treats an author with an inactive account as anonymous', async () => {
    const { pool } = service.database;
    const gone = await make.createUser(pool, { is_active: false, username: 'gone-now', full_name: 'Gone' });
    const said = await make.createTalkComment(pool, event, talk, { user_id: gone });
    const answer = await ask(service, `/v2.1/talk_comments/${said}?verbose=yes`);
    const record = recordOf(answer, 'comments');
    expect(record).toMatchObject({ user_display_name: '', username: null, avatar_hash: md5('') });
    expect(record).not.toHaveProperty('user_uri');
    expect(answer.text).not.toContain('gone-now');
  });
});
