import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, recordOf } from './ask.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const comment = (at: TestService, path: string, token: string, body: object = { comment: 'Good', rating: 4 }) =>
  ask(at, path, { method: 'POST', token, body });

describe('the effects of a comment on a talk', () => {
  it('notifies every speaker who has claimed the talk, except the author', async () => {
    const { pool } = service.database;
    const event = await make.createEvent(pool, { name: 'Machines' });
    const talk = await make.createTalk(pool, event, { title: 'Engines', stub: 'abcde' });
    const [ada, bob, cyd] = [
      await make.createUser(pool, { full_name: 'Ada', email: 'ada@example.org' }),
      await make.createUser(pool, { email: 'bob@example.org' }),
      await make.createUser(pool, { email: 'cyd@example.org' }),
    ];
    const gone = await make.createUser(pool, { is_active: false });
    await make.createHost(pool, event, await make.createUser(pool));
    await make.createSpeaker(pool, event, talk);
    for (const user of [ada, bob, cyd, gone]) await make.createSpeaker(pool, event, talk, { user_id: user });
    await comment(service, `/v2.1/talks/${talk}/comments`, await make.createToken(pool, ada));
    const data = {
      talkTitle: 'Engines',
      eventName: 'Machines',
      commenter: 'Ada',
      rating: 0,
      comment: 'Good',
      talkUrl: `${service.base}/talk/abcde`,
    };
    // Mails of the same instant have no order.
    const letters = (await service.takeMail()).sort((one, other) => one.to.localeCompare(other.to));
    expect(letters.map(({ kind, to, talk: about, data: told }) => ({ kind, to, talk: about, data: told }))).toEqual([
      { kind: 'talk_commented', to: 'bob@example.org', talk: 'abcde', data },
      { kind: 'talk_commented', to: 'cyd@example.org', talk: 'abcde', data },
    ]);
  });

  it('updates averages and counts of talk and event; a comment on the event sends no mail', async () => {
    const { pool } = service.database;
    const event = await make.createEvent(pool);
    const talk = await make.createTalk(pool, event);
    for (const rating of [4, 5, 5]) {
      const token = await make.createToken(pool, await make.createUser(pool));
      await comment(service, `/v2.1/talks/${talk}/comments`, token, { comment: 'Good', rating });
      await comment(service, `/v2.1/events/${event}/comments`, token, { comment: 'Good', rating });
    }
    expect(recordOf(await ask(service, `/v2.1/talks/${talk}`), 'talks')).toMatchObject({
      comment_count: 3,
      average_rating: 5,
    });
    expect(recordOf(await ask(service, `/v2.1/events/${event}?verbose=yes`), 'events')).toMatchObject({
      event_comments_count: 3,
      event_average_rating: 5,
      talk_comments_count: 3,
    });
    expect(await service.takeMail()).toEqual([]);
  });

  it('stores the name of the author with a comment on an event', async () => {
    const { pool } = service.database;
    const event = await make.createEvent(pool);
    const user = await make.createUser(pool, { full_name: 'Ada' });
    await comment(service, `/v2.1/events/${event}/comments`, await make.createToken(pool, user));
    const { rows } = await pool.query(
      'select author_name, user_id, source, is_unchecked from event_comments where event_id = $1',
      [event],
    );
    expect(rows).toEqual([{ author_name: 'Ada', user_id: user, source: 'Lectern', is_unchecked: false }]);
  });
});

describe('settings of a deployment', () => {
  it('the window of comments is reported, and enforced if configured (decisions no. 14)', async () => {
    const strict = await startService({ ENFORCE_COMMENT_WINDOW: 'true' });
    try {
      for (const [at, status] of [
        [service, 201],
        [strict, 400],
      ] as const) {
        const { pool } = at.database;
        const token = await make.createToken(pool, await make.createUser(pool));
        const long = { starts_at: '2020-01-01T09:00:00Z', ends_at: '2020-01-02T09:00:00Z' };
        const event = await make.createEvent(pool, long);
        const talk = await make.createTalk(pool, event, { starts_at: '2020-01-01T09:00:00Z' });
        for (const path of [`/v2.1/events/${event}/comments`, `/v2.1/talks/${talk}/comments`]) {
          const answer = await comment(at, path, token);
          expect([answer.status, answer.text]).toEqual([status, status === 201 ? '' : '["Comments are closed"]']);
        }
        const today = new Date();
        const open = await make.createEvent(pool, { starts_at: today, ends_at: today });
        expect((await comment(at, `/v2.1/events/${open}/comments`, token)).status).toBe(201);
      }
    } finally {
      await strict.stop();
    }
  });

  it('a spam service receives the client; a comment that it cannot check is accepted and marked', async () => {
    const questions: URLSearchParams[] = [];
    const akismet = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (part: string) => (text += part));
      request.on('end', () => {
        questions.push(new URLSearchParams(text));
        response.end('out of order');
      });
    });
    akismet.listen(0, '127.0.0.1');
    await once(akismet, 'listening');
    const { port } = akismet.address() as AddressInfo;
    const checked = await startService({
      AKISMET_KEY: 'key',
      AKISMET_URL: `http://127.0.0.1:${port}/check`,
      LOG_LEVEL: 'silent',
    });
    try {
      const { pool } = checked.database;
      const user = await make.createUser(pool, { full_name: 'Ada', email: 'ada@example.org' });
      const token = await make.createToken(pool, user);
      const event = await make.createEvent(pool, { slug: 'machines' });
      const talk = await make.createTalk(pool, event, { stub: 'abcde' });
      await comment(checked, `/v2.1/talks/${talk}/comments`, token);
      await comment(checked, `/v2.1/events/${event}/comments`, token);
      const marks = await pool.query(
        'select is_unchecked from talk_comments union all select is_unchecked from event_comments',
      );
      expect(marks.rows).toEqual([{ is_unchecked: true }, { is_unchecked: true }]);
      const members = ['comment_content', 'comment_author', 'comment_author_email', 'user_ip', 'permalink'];
      expect(questions.map((question) => members.map((name) => question.get(name)))).toEqual([
        ['Good', 'Ada', 'ada@example.org', '127.0.0.1', `${checked.base}/talk/abcde`],
        ['Good', 'Ada', 'ada@example.org', '127.0.0.1', `${checked.base}/event/machines`],
      ]);
    } finally {
      await checked.stop();
      await closed(akismet);
    }
  });
});

describe('the limit of talk comments per user (contract §1.9)', () => {
  it('reports when the next one is allowed; it is checked before spam, and after missing fields', async () => {
    const limited = await startService({ TALK_COMMENT_LIMIT: '2/3600', SPAM_WORDS: 'casino' });
    try {
      const { pool } = limited.database;
      const user = await make.createUser(pool);
      const token = await make.createToken(pool, user);
      const event = await make.createEvent(pool);
      const talk = await make.createTalk(pool, event);
      const path = `/v2.1/talks/${talk}/comments`;
      const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
      const said = { user_id: user, rating: 0 };
      await make.createTalkComment(pool, event, talk, { ...said, created_at: ago(3_601) });
      await make.createTalkComment(pool, event, talk, { ...said, created_at: ago(3_000), is_hidden: true });

      const last = await comment(limited, path, token, { comment: 'One', rating: 4 });
      expect(last.status).toBe(201);
      expect(last.headers.get('ratelimit-policy')).toBe('"talk_comments";q=2;w=3600');
      expect(last.headers.get('ratelimit')).toMatch(/^"talk_comments";r=0;t=(5[0-9]{2}|600)$/);

      const refused = await comment(limited, path, token, { comment: 'casino', rating: 9 });
      const seconds = Number(refused.headers.get('retry-after'));
      expect([refused.status, bodyOf(refused)]).toEqual([
        429,
        [`Rate limit exceeded. Try again in ${seconds} seconds`],
      ]);
      expect(seconds).toBeGreaterThan(500);
      expect(seconds).toBeLessThanOrEqual(600);
      expect(refused.headers.get('ratelimit')).toBe(`"talk_comments";r=0;t=${seconds}`);
      expect((await comment(limited, path, token, { comment: '' })).status).toBe(400);

      expect((await comment(limited, `/v2.1/events/${event}/comments`, token)).status).toBe(201);
      const other = await make.createToken(pool, await make.createUser(pool));
      expect((await comment(limited, path, other)).status).toBe(201);
      await pool.query("update talk_comments set created_at = created_at - interval '601 seconds'");
      expect((await comment(limited, path, token, { comment: 'Two', rating: 4 })).status).toBe(201);
    } finally {
      await limited.stop();
    }
  });

  it('can be disabled', async () => {
    const free = await startService({ TALK_COMMENT_LIMIT: 'off' });
    try {
      const { pool } = free.database;
      const token = await make.createToken(pool, await make.createUser(pool));
      const talk = await make.createTalk(pool, await make.createEvent(pool));
      const answers = [];
      for (let number = 1; number <= 32; number += 1) {
        answers.push(
          await comment(free, `/v2.1/talks/${talk}/comments`, token, { comment: `No. ${number}`, rating: 4 }),
        );
      }
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      expect(answers[0]?.headers.has('ratelimit')).toBe(false);
    } finally {
      await free.stop();
    }
  });
});

async function closed(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
