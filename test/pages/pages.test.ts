import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { withDatabaseAway } from '../support/database-away.js';

let service: TestService;
let [event, talk, user] = ['', '', ''];

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  user = await make.createUser(pool, { username: 'ada', full_name: 'Ada Example', biography: 'Builds engines.' });
  event = await make.createEvent(pool, {
    ...{ slug: 'machine-days', stub: 'machines', name: 'Machine Days' },
    ...{ starts_at: '2027-06-03T09:00:00+02:00', ends_at: '2027-06-05T18:00:00+02:00' },
    description: 'First paragraph.\n\nSee https://example.org/more, or ftp://example.org/.',
    href: 'https://example.org/days',
  });
  await make.createHost(pool, event, user);
  talk = await make.createTalk(pool, event, {
    ...{ stub: 'loom', title: 'The loom', starts_at: '2027-06-03T10:00:00+02:00', room: 'Attic' },
  });
  await make.createSpeaker(pool, event, talk, { display_name: 'Ada Example', user_id: user });
  await make.createSpeaker(pool, event, talk, { display_name: 'Unknown' });
  await make.createTalk(pool, event, { title: 'Second day', starts_at: '2027-06-04T10:00:00+02:00' });
  await make.createTalkComment(pool, event, talk, { comment: 'A fine loom', rating: 4 });
});
afterAll(() => service.stop());

const request = (path: string, init?: RequestInit) => fetch(service.base + path, init);
const html = async (path: string) => (await request(path)).text();
/** The text of a page, without markup. */
const textOf = async (path: string) => (await html(path)).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

describe('The page of an event', () => {
  it('shows its dates in words, its place, its programme by day, and links its speakers', async () => {
    const page = await html('/event/machine-days');
    const text = await textOf('/event/machine-days');
    expect(text).toContain('Thursday, 3 to Saturday, 5 June 2027 Amsterdam');
    expect(text).toMatch(/Thursday, 3 June 2027 10:00 The loom Ada Example , Unknown 30 min Attic/);
    expect(text).toMatch(/Friday, 4 June 2027 10:00 Second day/);
    expect(page).toContain('<a href="/user/ada">Ada Example</a>, Unknown');
    expect(page).toContain('<a href="/talk/loom">The loom</a>');
    expect(page).toContain('<a href="https://example.org/days" rel="nofollow noopener ugc">Website</a>');
  });

  it('links addresses in the description, without the punctuation behind them', async () => {
    const page = await html('/event/machine-days');
    expect(page).toContain(
      '<a href="https://example.org/more" rel="nofollow noopener ugc">https://example.org/more</a>, or ftp:',
    );
    expect(page.match(/class="prose"/g)).toHaveLength(2);
  });

  it('is the same at both of its addresses', async () => {
    expect(await html('/e/MACHINES')).toBe(await html('/event/machine-days'));
  });

  it('shows a call for papers only while it is open', async () => {
    const { pool } = service.database;
    const callAt = async (from: string | null, until: string | null) => {
      await pool.query('update events set cfp_starts_at = $2, cfp_ends_at = $3 where id = $1', [event, from, until]);
      return (await html('/event/machine-days')).includes('Call for papers');
    };
    expect(await callAt(null, '2099-01-01')).toBe(true);
    expect(await callAt('2098-01-01', '2099-01-01')).toBe(false);
    expect(await callAt('2020-01-01', '2021-01-01')).toBe(false);
    expect(await callAt(null, null)).toBe(false);
  });
});

describe('The page of a talk', () => {
  it('shows when and where it is, its speakers, and its comments', async () => {
    const page = await html('/talk/loom');
    const text = await textOf('/talk/loom');
    expect(text).toContain('Thursday, 3 June 2027, 10:00 to 10:30 Attic, Amsterdam');
    expect(text).toMatch(/Anonymous ★★★★ ★ A fine loom/);
    expect(page).toContain(`/v2.1/talks/${talk}/comments?format=html`);
    expect(page.match(/data-speaker=/g)).toHaveLength(1);
    expect(page).toContain('data-speaker="Unknown"');
  });

  it('shows the first 50 comments, and links to all', async () => {
    const { pool } = service.database;
    const other = await make.createTalk(pool, event, { stub: 'full' });
    for (let n = 0; n < 51; n += 1) await make.createTalkComment(pool, event, other);
    const page = await html('/talk/full');
    expect(page.match(/<time datetime/g)).toHaveLength(1 + 50);
    expect(page).toContain('All comments (51)');
  });
});

it('the page of a user shows the biography, talks and hosted events', async () => {
  const text = await textOf('/user/ADA');
  expect(text).toContain('Ada Example @ada');
  expect(text).toContain('Builds engines.');
  expect(text).toMatch(/Talks The loom Unknown Machine Days Thursday, 3 June 2027, 10:00/);
  expect(text).toMatch(/Hosted events Machine Days Thursday, 3 to Saturday, 5 June 2027 Amsterdam/);
  expect(await html('/user/ada')).not.toContain('<img');
});

describe('Every page', () => {
  it.each(['/event/machine-days', '/talk/loom', '/user/ada', '/feedback/loom', '/talk/none'])(
    '%s links to what exists',
    async (path) => {
      const page = await html(path);
      const targets = [...page.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, target = '']) => target);
      expect(targets.length).toBeGreaterThan(2);
      for (const target of new Set(targets)) {
        expect([target, (await request(target)).status]).toEqual([target, 200]);
      }
      for (const [, id = ''] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${id}"`);
    },
  );

  it.each(['/event/none', '/e/none', '/talk/none', '/user/none', '/talk/__proto__'])(
    '%s is a page that says it does not exist',
    async (path) => {
      const response = await request(path);
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(await response.text()).toContain('There is no such page');
    },
  );

  it('has a validator, and HEAD', async () => {
    // Compressed in the background, the page would have another entity tag.
    const uncompressed = { 'Accept-Encoding': 'identity' };
    for (const path of ['/event/machine-days', '/talk/loom', '/user/ada']) {
      const first = await request(path, { headers: uncompressed });
      const etag = first.headers.get('etag') ?? '';
      expect((await request(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
      const head = await request(path, { method: 'HEAD', headers: uncompressed });
      expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
      expect((await request(path, { method: 'POST' })).status).toBe(405);
    }
  });

  it('is a page as well while the database is unavailable', async () => {
    await withDatabaseAway(service.database, async () => {
      const response = await request('/talk/loom');
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
      expect(await response.text()).toContain('The service is unavailable');
    });
  });
});

describe('A hidden event', () => {
  beforeEach(async () => {
    await service.database.pool.query('update events set is_private = false where id = $1', [event]);
  });

  it('and its talks vanish at once', async () => {
    for (const path of ['/event/machine-days', '/talk/loom']) expect((await request(path)).status).toBe(200);
    await service.database.pool.query('update events set is_private = true where id = $1', [event]);
    for (const path of ['/event/machine-days', '/e/machines', '/talk/loom', '/feedback/loom']) {
      expect([path, (await request(path)).status]).toEqual([path, 404]);
    }
    expect(await textOf('/user/ada')).not.toContain('Machine Days');
  });
});
