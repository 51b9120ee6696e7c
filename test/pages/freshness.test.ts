import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let [event, talk, user] = ['', '', ''];

beforeAll(async () => (service = await startService()));
afterAll(() => service.stop());
beforeEach(async () => {
  const { pool } = service.database;
  await pool.query('truncate events, users cascade');
  user = await make.createUser(pool, { username: 'ada', full_name: 'Ada' });
  const days = { starts_at: new Date(Date.now() - 3_600_000), ends_at: new Date(Date.now() + 3_600_000) };
  event = await make.createEvent(pool, { slug: 'days', ...days });
  talk = await make.createTalk(pool, event, { stub: 'loom', title: 'The loom' });
  await make.createSpeaker(pool, event, talk, { user_id: user, display_name: 'Ada' });
  await make.createHost(pool, event, await make.createUser(pool, { username: 'host', full_name: 'A host' }));
  await make.putOnTrack(pool, event, talk, await make.createTrack(pool, event));
  await make.createLink(pool, event, talk);
  const author = await make.createUser(pool, { username: 'eve', full_name: 'Eve' });
  await make.createTalkComment(pool, event, talk, { user_id: author });
});

const html = async (path: string) => (await fetch(service.base + path)).text();
const query = (sql: string, ...values: unknown[]) => service.database.pool.query(sql, values);

const everywhere = ['/event/days', '/talk/loom', '/user/ada'];
const changes: [string, () => Promise<unknown>, string[]][] = [
  ['the name of the event', () => query("update events set name = 'Changed' where id = $1", event), everywhere],
  ['the title of a talk', () => query("update talks set title = 'Changed' where id = $1", talk), everywhere],
  ['the name of a speaker', () => query("update users set full_name = 'Changed' where id = $1", user), everywhere],
  ['the name of a track', () => query("update tracks set name = 'Changed' where event_id = $1", event), everywhere],
  ['a host', () => query("update users set full_name = 'Changed' where username = 'host'"), ['/event/days']],
  [
    'the author of a comment',
    () => query("update users set full_name = 'Changed' where username = 'eve'"),
    ['/talk/loom'],
  ],
  ['a link', () => query("update talk_links set url = 'https://Changed' where talk_id = $1", talk), ['/talk/loom']],
  ['a comment', () => query("update talk_comments set comment = 'Changed' where talk_id = $1", talk), ['/talk/loom']],
];

it.each(changes)('a change of %s is on every page at once', async (_, change, paths) => {
  const requestAll = () => Promise.all(paths.map(html));
  await requestAll();
  // From the cache.
  for (const page of await requestAll()) expect(page).not.toContain('Changed');
  await change();
  for (const page of await requestAll()) expect(page).toContain('Changed');
});

it('a comment on another event leaves the cached pages of an event and its talks as they are', async () => {
  const { pool } = service.database;
  const other = await make.createEvent(pool);
  const otherTalk = await make.createTalk(pool, other);
  for (const path of ['/event/days', '/talk/loom']) await html(path);
  await make.createTalkComment(pool, other, otherTalk);
  service.takeStatements();
  for (const path of ['/event/days', '/talk/loom']) await html(path);
  expect(service.takeStatements()).toEqual([]);
});

it('a cached page shows what runs now, by the clock', async () => {
  const { pool } = service.database;
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000);
  await query('delete from talks where id = $1', talk);
  await make.createTalk(pool, event, { title: 'Earlier', starts_at: at(-60), duration_minutes: 1 });
  await make.createTalk(pool, event, { title: 'Soon', starts_at: at(2), duration_minutes: 1 });
  const currentOf = async () =>
    /class="sheet current">([\s\S]*?)<\/section>/.exec(await html('/event/days'))?.[1]?.replace(/<[^>]*>|\s+/g, ' ');
  expect(await currentOf()).toMatch(/^ *Next, .*Soon/);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(await currentOf()).toMatch(/^ *Now +Soon/);
});

it('the number of statements does not depend on the number of talks and speakers', async () => {
  const { pool } = service.database;
  const add = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const added = await make.createTalk(pool, event);
      await make.createSpeaker(pool, event, added, { user_id: user });
      await make.createSpeaker(pool, event, added, { user_id: await make.createUser(pool) });
      await make.putOnTrack(pool, event, added, await make.createTrack(pool, event));
      await make.createTalkComment(pool, event, talk, { user_id: await make.createUser(pool) });
    }
  };
  const statementsOf = async (path: string) => {
    service.takeStatements();
    expect((await fetch(service.base + path)).status).toBe(200);
    return service.takeStatements().sort();
  };
  const paths = ['/event/days', '/talk/loom', '/user/ada'];
  const ofAll = async () => {
    const statements: string[][] = [];
    for (const path of paths) statements.push(await statementsOf(path));
    return statements;
  };
  await add(2);
  // What the process caches, such as languages.
  await ofAll();
  await add(1);
  const few = await ofAll();
  await add(26);
  const many = await ofAll();
  const distinct = (statements: string[][]) => statements.map((list) => [...new Set(list)]);
  expect(distinct(many)).toEqual(distinct(few));
  // The users of comments and those of speakers are read together or not, depending on when their rows arrive.
  for (const list of many) expect(list.length - new Set(list).size).toBeLessThanOrEqual(1);
});
