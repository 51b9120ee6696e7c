import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { startService, type TestService } from '../support/service.js';
import * as make from '../support/factories.js';
import { askData } from '../graphql/ask.js';
import { hardTexts } from './hard-texts.js';
import { AUTHOR, marksIn } from './identity.js';
import { createWorld, EVENT_TEXT, TALK_TEXT, viewers, type FeedbackWorld, type Viewer } from './world.js';

let service: TestService;
let world: FeedbackWorld;
beforeAll(async () => {
  service = await startService({ TALK_COMMENT_LIMIT: 'off' });
  world = await createWorld(service, 'HIDDEN');
});
afterAll(() => service.stop());

const get = (path: string, token?: string) =>
  fetch(service.base + path, { headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } });
const exported = async (path: string, viewer: Viewer, of = world) => (await get(path, of.tokens[viewer])).text();

interface Row extends Record<string, unknown> {
  readonly rating: number;
  readonly counts: boolean;
  readonly kind: string;
  readonly text: string;
}
const rowsOf = async (path: string, viewer: Viewer, of = world) =>
  JSON.parse(await exported(path, viewer, of)) as Row[];

describe('an export of feedback', () => {
  const allowed: Readonly<Record<'events' | 'talks', readonly Viewer[]>> = {
    events: ['host', 'hostSpeaker', 'admin'],
    talks: ['speaker', 'host', 'hostSpeaker', 'admin'],
  };

  it.each(viewers.flatMap((viewer) => (['events', 'talks'] as const).map((of) => [viewer, of] as const)))(
    'for %s of %s: permitted or not, without hidden authors',
    async (viewer, of) => {
      const id = of === 'events' ? world.event : world.talk;
      for (const format of ['csv', 'json', 'ndjson']) {
        const response = await get(`/feeds/${of}/${id}/feedback.${format}`, world.tokens[viewer]);
        const text = await response.text();
        const refused = viewer === 'visitor' ? 401 : 403;
        expect([format, response.status]).toEqual([format, allowed[of].includes(viewer) ? 200 : refused]);
        expect(marksIn(text)).toEqual([]);
        if (response.status !== 200) continue;
        expect(response.headers.get('Cache-Control')).toBe('no-store');
        expect([text.includes(TALK_TEXT), text.includes(EVENT_TEXT)]).toEqual([true, of === 'events']);
      }
    },
  );

  it('is unknown for other records, and only read', async () => {
    const token = world.tokens.admin;
    for (const path of ['/feeds/events/999999/feedback.csv', '/feeds/talks/x/feedback.json']) {
      expect((await get(path, token)).status).toBe(404);
    }
    const path = `/feeds/events/${world.event}/feedback.csv`;
    expect((await fetch(service.base + path, { method: 'DELETE' })).status).toBe(405);
    const preflight = await fetch(service.base + path, { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.get('Access-Control-Allow-Origin')]).toEqual([204, '*']);
    const head = await fetch(service.base + path, { method: 'HEAD', headers: { Authorization: `Bearer ${token}` } });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('requires the scope of the role', async () => {
    const { pool } = service.database;
    const scoped = (user: string, scopes: string[]) => make.createToken(pool, user, { scopes });
    const { host, speaker } = world.users;
    const statuses = [];
    for (const [path, user, scope] of [
      [`/feeds/events/${world.event}/feedback.csv`, host, 'read'],
      [`/feeds/events/${world.event}/feedback.csv`, host, 'host'],
      [`/feeds/talks/${world.talk}/feedback.csv`, speaker, 'read'],
      [`/feeds/talks/${world.talk}/feedback.csv`, speaker, 'speak'],
    ] as const) {
      statuses.push((await get(path, await scoped(user, [scope]))).status);
    }
    expect(statuses).toEqual([403, 200, 403, 200]);
  });
});

describe('the rows of an export', () => {
  let other: FeedbackWorld;
  let reported: string;
  beforeAll(async () => {
    const { pool } = service.database;
    other = await createWorld(service, 'PUBLIC');
    for (const comment of hardTexts) {
      const user_id = await make.createUser(pool, { full_name: comment.slice(0, 40) });
      await make.createTalkComment(pool, other.event, other.talk, { comment, user_id, rating: 4 });
    }
    await make.createTalkComment(pool, other.event, other.talk, { user_id: other.users.speaker, rating: 1 });
    await make.createTalkComment(pool, other.event, other.talk, {
      user_id: other.users.host,
      is_private: true,
      rating: 1,
    });
    await make.createEventComment(pool, other.event, { user_id: other.users.host, rating: 1 });
    reported = await make.createTalkComment(pool, other.event, other.talk, {
      ...{ user_id: other.users.attendee, rating: 1, is_hidden: true, comment: 'Reported' },
    });
  });

  it('are equal in all formats', async () => {
    const path = `/feeds/events/${other.event}/feedback`;
    const rows = await rowsOf(`${path}.json`, 'host', other);
    const lines = (await exported(`${path}.ndjson`, 'host', other)).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as Row)).toEqual(rows);
    const csv = await exported(`${path}.csv`, 'host', other);
    expect(csv.startsWith('talk_id,talk_guid,')).toBe(true);
    const records = parse<Record<string, string>>(csv, { columns: true, relax_column_count: false });
    const cell = (value: unknown) => {
      const text = value == null ? '' : Array.isArray(value) ? value.join('; ') : String(value);
      return /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
    };
    expect(records).toEqual(
      rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cell(value)]))),
    );
    expect(rows).toHaveLength(hardTexts.length + 6);
  });

  it('begin with a byte order mark, and end with CRLF', async () => {
    const response = await get(`/feeds/events/${other.event}/feedback.csv`, other.tokens.host);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.subarray(-2).toString()).toBe('\r\n');
    expect(response.headers.get('Content-Type')).toMatch(/^text\/csv; charset=utf-8/);
  });

  it('have the sums of Ratings', async () => {
    const rows = await rowsOf(`/feeds/events/${other.event}/feedback.json`, 'host', other);
    const sumOf = (kind: string) => {
      const counted = rows.filter((row) => row.counts && row.kind === kind).map(({ rating }) => rating);
      return { count: counted.length, average: counted.reduce((sum, rating) => sum + rating, 0) / counted.length };
    };
    const { talk, event } = await askData(
      service,
      `{ talk(id: ${other.talk}) { ratings { count average } } event(id: ${other.event}) { ratings { count average } } }`,
    );
    expect({ talk: sumOf('talk_comment'), event: sumOf('event_comment') }).toEqual({
      talk: talk.ratings,
      event: event.ratings,
    });
  });

  it('show the author, and reported comments to hosts only', async () => {
    const ofEvent = await rowsOf(`/feeds/events/${other.event}/feedback.json`, 'host', other);
    const ofTalk = await rowsOf(`/feeds/talks/${other.talk}/feedback.json`, 'speaker', other);
    expect(ofEvent.find(({ text }) => text === TALK_TEXT)).toMatchObject({
      ...{ author: AUTHOR.name, kind: 'talk_comment', comment_id: other.talkComment, rating: 2, counts: true },
      ...{ speakers: ['The speaker', 'The hostSpeaker'], is_reported: false, is_private: false },
    });
    const byId = (rows: readonly Row[]) => rows.find(({ comment_id }) => comment_id === reported);
    expect([byId(ofEvent)?.['is_reported'], byId(ofTalk)]).toEqual([true, undefined]);
    expect(ofTalk.filter(({ kind }) => kind === 'event_comment')).toEqual([]);
    expect(ofTalk.filter((row) => row['is_private'])).toHaveLength(1);
  });

  it('are complete over several batches, also with equal times', async () => {
    const { pool } = service.database;
    const many = await createWorld(service, 'PUBLIC');
    await pool.query(
      `insert into talk_comments (event_id, talk_id, rating, comment, created_at)
        select $1, $2, 0, 'Comment ' || n, '2026-06-01T12:00:00Z'::timestamptz + (n / 100) * interval '1 microsecond'
        from generate_series(1, 1300) n`,
      [many.event, many.talk],
    );
    const rows = await rowsOf(`/feeds/talks/${many.talk}/feedback.json`, 'speaker', many);
    expect(new Set(rows.map(({ comment_id }) => comment_id)).size).toBe(1_301);
    expect(rows).toHaveLength(1_301);
  });
});
