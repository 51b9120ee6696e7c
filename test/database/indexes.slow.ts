import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { criteriaOf } from '../../src/core/event/event-criteria.js';
import { ownRevocableTokens } from '../../src/core/reads/access-tokens.js';
import { namesInUse } from '../../src/core/reads/accounts.js';
import { commentsOfEvent } from '../../src/core/reads/event-comments.js';
import { eventPage } from '../../src/core/reads/event-lists.js';
import { eventByStub } from '../../src/core/reads/events.js';
import type { Run } from '../../src/database/sql/statement.js';
import { loginAccount } from '../../src/core/application/log-in.js';
import { commentsOfTalk, talkCommentsOfUser } from '../../src/core/reads/talk-comments.js';
import { currentTalksOfEvents } from '../../src/core/reads/current-talks.js';
import { programmeCounts, programmePages } from '../../src/core/reads/programme.js';
import {
  talkByStub,
  talksByTitle,
  talksOfEvent,
  talksOfUser,
  talksStarredByViewer,
} from '../../src/core/reads/talks.js';
import {
  eventsAttendedByUser,
  eventsHostedByUser,
  userByTokenHash,
  userByUsername,
  usersByUsername,
} from '../../src/core/reads/users.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

/** 20 000 of each kind, spread over ten years around now, so that a sequential scan shows in a plan. */
const crowd = `
insert into users (username, full_name, email)
  select 'user' || n, 'Person ' || md5(n::text), n || '@example.org' from generate_series(1, 20000) n;
insert into events (name, slug, description, location, starts_at, ends_at, time_zone, stub, status, tags, cfp_ends_at)
  select 'Conference ' || md5(n::text), 'slug' || n, 'x', 'x', now() + (n - 10000) * interval '4 hours',
    now() + (n - 10000) * interval '4 hours' + interval '1 day', 'UTC', 'stub' || n, 'APPROVED', array['tag' || n % 5000],
    case when n % 100 = 0 then now() + (n - 10000) * interval '1 hour' end
  from generate_series(1, 20000) n;
insert into talks (event_id, title, slug, description, talk_type_id, language_id, starts_at, stub)
  select e.id, 'Talk ' || md5(n::text), 'slug' || n, 'x', 1, 1, now() + n * interval '1 minute', 'stub' || n
  from generate_series(1, 20000) n join events e on e.slug = 'slug' || (n % 2000 + 1);
insert into tracks (event_id, name) select id, 'x' from events;
insert into talk_tracks (event_id, talk_id, track_id)
  select t.event_id, t.id, k.id from talks t join tracks k on k.event_id = t.event_id;
insert into talk_speakers (event_id, talk_id, display_name, user_id)
  select t.event_id, t.id, 'x', u.id from talks t join users u on u.username = 'user' || (t.id % 2000 + 1);
insert into talk_stars (event_id, talk_id, user_id)
  select t.event_id, t.id, u.id from talks t join users u on u.username = 'user' || (t.id % 2000 + 1);
insert into talk_comments (event_id, talk_id, user_id, comment, rating)
  select t.event_id, t.id, u.id, 'x', 3 from talks t join users u on u.username = 'user' || (t.id % 2000 + 1);
insert into event_comments (event_id, user_id, comment, rating)
  select e.id, u.id, 'x', 3 from events e join users u on u.username = 'user' || (e.id % 2000 + 1);
insert into event_attendees (event_id, user_id)
  select e.id, u.id from events e join users u on u.username = 'user' || (e.id % 2000 + 1);
insert into event_hosts (event_id, user_id)
  select e.id, u.id from events e join users u on u.username = 'user' || (e.id % 2000 + 1);
insert into access_tokens (user_id, token_hash) select id, md5(id::text) from users`;

let database: TestDatabase;
let client: pg.PoolClient;
beforeAll(async () => {
  database = await freshDatabase();
  client = await database.pool.connect();
  await client.query(crowd);
  // New rows are in the pending list of the trigram indexes, which increases their estimated cost.
  await client.query('vacuum analyze');
}, 240_000);
afterAll(async () => {
  client.release();
  await database.drop();
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The plan of PostgreSQL for a read: the indexes it uses, and the large tables that it scans sequentially. */
async function planOf(read: (run: Run) => Promise<unknown>): Promise<{ indexes: string[]; whole: string[] }> {
  let plan: PlanNode | undefined;
  const explain: Run = async ({ text, values }, args) => {
    const { rows } = await client.query({ text: `explain (format json) ${text}`, values: values(args) });
    plan ??= rows[0]['QUERY PLAN'][0].Plan as PlanNode;
    return [];
  };
  await read(explain);
  if (!plan) throw new Error('This read runs no statement');
  const nodes = nodesOf(plan);
  const names = (found: readonly (string | undefined)[]) =>
    [...new Set(found.filter((name) => name !== undefined))].sort();
  return {
    indexes: names(nodes.map((node) => node['Index Name'])),
    whole: names(nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'])).filter(
      (table) => !SMALL.includes(table),
    ),
  };
}

const now = Date.now() / 1000;
const page = { limit: 20 };
const anonymous = { viewer: null, now };
const parents = ['5', '6'];
const events = (question: Parameters<typeof criteriaOf>[0]) => (run: Run) =>
  eventPage(run, criteriaOf(question, null, now), now, page);

const scope = { viewer: null, visibility: 'public', now, imageUrl: String } as const;
const parts = parents.map((event) => ({ event, from: now, until: null }));
const criteria = { type: 'TALK', track: '1', speaker: '5', starred: true };

/** Tables with few rows here, for which sequential scans are right. */
const SMALL = ['languages', 'talk_types', 'applications', 'waiting_counts'];

describe('reads use indexes at twenty thousand rows (docs/reliability.md, row 16)', () => {
  const reads: [string, string, (run: Run) => Promise<unknown>][] = [
    ['upcoming events', 'events_public', events({ filter: 'UPCOMING' })],
    ['past events', 'events_public', events({ filter: 'PAST' })],
    ['all events, latest first', 'events_public_start_index', events({})],
    ['all events, earliest first', 'events_public_start_index', events({ filter: 'ALL' })],
    ['open calls for papers', 'events_cfp_index', events({ filter: 'OPEN_CFP' })],
    ['events by tag', 'event_tags_pkey', events({ tags: ['tag77'] })],
    ['events by several tags', 'event_tags_pkey', events({ tags: ['tag77', 'tag78'], filter: 'PAST' })],
    ['hot events by tag', 'event_search_tags_index', events({ tags: ['tag77'], filter: 'HOT' })],
    ['events by three letters of their name', 'event_search_name_index', events({ title: 'c4ca4238' })],
    ['events by stub', 'events_stub_index', events({ stub: 'STUB77' })],
    ['events of a month', 'events_public_start_index', events({ from: '2026-01-01', until: '2026-02-01' })],
    ['an event by stub', 'events_stub_index', (run) => run(eventByStub('public'), { key: 'stub7', ...anonymous })],
    ['a talk by stub', 'talks_stub_key', (run) => run(talkByStub('public'), { key: 'stub7', ...anonymous })],
    [
      'talks by title',
      'talks_search_title_index',
      (run) => talksByTitle('public').page(run, { text: 'c4ca4238', ...anonymous }, page),
    ],
    [
      'a programme by title',
      'talks_event_index',
      (run) => programmePages({ ...scope, run }, parts, { order: 'TITLE', criteria, page }),
    ],
    ['the length of a programme', 'talks_event_index', (run) => programmeCounts({ ...scope, run }, parts, criteria)],
    ['current talks', 'talks_event_index', (run) => currentTalksOfEvents({ ...scope, run }, parents)],
    [
      'starred talks',
      'talk_stars_user_index',
      (run) => talksStarredByViewer('public').pages(run, { viewer: '5', now }, ['5'], page),
    ],
    ['talks of events', 'talks_event_index', (run) => talksOfEvent('public').pages(run, anonymous, parents, page)],
    [
      'comments of talks',
      'talk_comments_talk_index',
      (run) => commentsOfTalk('public').pages(run, anonymous, parents, page),
    ],
    [
      'comments of events',
      'event_comments_event_index',
      (run) => commentsOfEvent('public').pages(run, anonymous, parents, page),
    ],
    ['a user by name', 'users_search_username_index', (run) => usersByUsername.page(run, { username: 'USER7' }, page)],
    ['a user by exact name', 'users_username_key', (run) => run(userByUsername, { username: 'USER7' })],
    [
      'the accounts with a username that looks alike',
      'users_username_key_index',
      (run) => run(namesInUse, { username: 'USER7', email: 'none@example.org', except: null }),
    ],
    ['the account of a login', 'users_username_key', (run) => run(loginAccount, { name: 'USER7', discloses: false })],
    [
      'revocable tokens of a user',
      'access_tokens_user_index',
      (run) => ownRevocableTokens.page(run, { viewer: '5', now }, page),
    ],
    ['a user by token', 'access_tokens_token_hash_key', (run) => run(userByTokenHash, { tokenHash: 'x', now })],
    [
      'events that users attend',
      'event_attendees_user_index',
      (run) => eventsAttendedByUser('public').pages(run, anonymous, parents, page),
    ],
    [
      'events that users host',
      'event_hosts_user_index',
      (run) => eventsHostedByUser('public').pages(run, anonymous, parents, page),
    ],
    ['talks of users', 'talk_speakers_user_key', (run) => talksOfUser('public').pages(run, anonymous, parents, page)],
    [
      'talk comments of users',
      'talk_comments_user_index',
      (run) => talkCommentsOfUser('public').pages(run, anonymous, parents, page),
    ],
  ];
  it.each(reads)('%s: %s', async (_, index, read) => {
    const { indexes, whole } = await planOf(read);
    expect(indexes).toEqual(expect.arrayContaining([expect.stringContaining(index)]));
    expect(whole).toEqual([]);
  });

  it('a read without an index is detected', async () => {
    await client.query('begin; drop index event_search_tags_index');
    const { whole } = await planOf(events({ tags: ['tag77'], filter: 'HOT' }));
    await client.query('rollback');
    expect(whole).toContain('event_search');
  });
});
