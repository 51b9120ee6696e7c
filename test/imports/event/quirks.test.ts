import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TableReport } from '../../../src/transfer/import/report.js';
import { createUser } from '../../support/factories.js';
import { createHostAccount, importFrom, startLectern, type Lectern } from './lecterns.js';
import { commentOf, EVENT, showEvent, showPages, startQuirkyServer, type QuirkyServer } from './quirky-server.js';
import { pngFile } from '../../images/png-file.js';

let here: Lectern;
let there: QuirkyServer;

beforeAll(async () => {
  here = await startLectern();
  await createHostAccount(here);
});
afterAll(() => here.stop());
beforeEach(async () => {
  there = await startQuirkyServer();
});
afterEach(async () => {
  await there.stop();
  await here.pool.query('delete from events');
});

/** The first row of the event in a table. */
async function stored(table: string, event: number): Promise<Record<string, unknown>[]> {
  const column = table === 'events' ? 'id' : 'event_id';
  const { rows } = await here.pool.query<Record<string, unknown>>(
    `select * from ${table} where ${column} = $1 order by ${table === 'talk_tracks' ? 'talk_id' : 'id'}`,
    [event],
  );
  return rows;
}

/** The repairs, by table: number and reason. */
const reasonsOf = (report: readonly TableReport[]) =>
  Object.fromEntries(
    report
      .filter(({ reasons }) => reasons.length > 0)
      .map(({ table, reasons }) => [table, reasons.map(({ kind, reason, count }) => `${count} ${kind}: ${reason}`)]),
  );

describe('texts', () => {
  it('are unescaped once if the original escaped them, but never in comments', async () => {
    const from = showEvent(there, {
      event: { name: 'R&amp;D', description: '&lt;b&gt; &amp;amp; &#39;x&#39;', tags: ['c&amp;a'] },
      tracks: [{ track_name: 'Q&amp;A', track_description: '1 &lt; 2' }],
      talks: [{ talk_title: '&#34;Hi&#34;', talk_description: '&amp;lt;', speakers: [{ speaker_name: 'A &amp; B' }] }],
    });
    const said = { ...commentOf(there.base, 1), comment: 'a &amp; b', user_display_name: 'X &amp; Y' };
    showPages(there, `${EVENT}/comments`, 'comments', [[said]]);
    const { eventId, report } = await importFrom(here, from);
    expect(await stored('events', eventId)).toMatchObject([
      { name: 'R&D', description: "<b> &amp; 'x'", tags: ['c&a'] },
    ]);
    expect(await stored('tracks', eventId)).toMatchObject([{ name: 'Q&A', description: '1 < 2' }]);
    expect(await stored('talks', eventId)).toMatchObject([{ title: '"Hi"', description: '&lt;' }]);
    expect(await stored('talk_speakers', eventId)).toMatchObject([{ display_name: 'A & B' }]);
    expect(await stored('event_comments', eventId)).toMatchObject([{ comment: 'a &amp; b', author_name: 'X & Y' }]);
    expect(reasonsOf(report)['tracks']).toEqual(['2 noted: HTML entities were decoded']);
  });

  it('are unchanged if the other server does not escape them', async () => {
    const from = showEvent(there, { event: { name: 'R&amp;D' } });
    const { eventId } = await importFrom(here, from, { verbatimTexts: true });
    expect(await stored('events', eventId)).toMatchObject([{ name: 'R&amp;D' }]);
  });

  it('may be numbers, and have any length', async () => {
    const from = showEvent(there, {
      event: { name: 2024, description: 1e3, tags: [2014, 'PHP', 'php', ' '], stub: 7, location: 'x\0y' },
      talks: [{ talk_title: 'é'.repeat(300), url_friendly_talk_title: 42, duration: '45' }],
    });
    const { eventId, report } = await importFrom(here, from);
    expect(await stored('events', eventId)).toMatchObject([
      { name: '2024', slug: '2024', description: '1000', tags: ['2014', 'php'], stub: '7', location: 'xy' },
    ]);
    expect(await stored('talks', eventId)).toMatchObject([
      { title: 'é'.repeat(255), slug: '42', duration_minutes: 45 },
    ]);
    expect(reasonsOf(report)).toEqual({
      event: [
        '1 repaired: characters that cannot be stored were removed',
        '1 repaired: empty tags, duplicates and those beyond 50 were dropped',
        '1 repaired: a taken or missing slug was replaced',
      ],
      talks: ['1 repaired: a text was truncated to 255 characters'],
    });
  });
});

describe('an event of the original', () => {
  it('may have empty lists, empty texts, and its image on a website', async () => {
    const url = 'https://site.example.org/inc/img/icon-5-small.png';
    const from = showEvent(there, {
      event: {
        ...{ description: null, location: null, tags: null, hosts: [], tz_continent: 'Middle', tz_place: 'Earth' },
        ...{ href: 'javascript:alert(1)', cfp_url: '', cfp_start_date: '', latitude: '51.5', longitude: 999 },
        ...{ end_date: '2011-01-01T00:00:00+00:00', icon: 'icon-5-small.png', talks_count: 900, hashtag: '#x' },
        images: { small: { type: 'small', url, width: 90, height: 90 } },
      },
      tracks: [],
      talks: [],
    });
    const { eventId, report } = await importFrom(here, from);
    expect(await stored('events', eventId)).toMatchObject([
      {
        ...{ description: '', location: '', tags: [], time_zone: 'UTC', href: null, cfp_url: null },
        ...{ cfp_starts_at: null, latitude: 51.5, longitude: null, hashtag: '#x', icon: 'icon-5-small.png' },
        ...{ starts_at: new Date('2012-10-01T07:00:00Z'), ends_at: new Date('2012-10-01T07:00:00Z') },
        images: [{ kind: 'SMALL', location: url, width: 90, height: 90 }],
        talk_count: 0,
      },
    ]);
    expect(reasonsOf(report)).toEqual({
      event: [
        '1 repaired: an end before the start was set to the start',
        '1 repaired: an unknown time zone was replaced by UTC',
        '1 repaired: a URL that is not http or https was dropped',
        '1 repaired: a coordinate beyond 180 degrees was dropped',
        '1 repaired: a taken or missing slug was replaced',
      ],
      image: ['1 repaired: its files were linked, not copied: another server hosts them'],
    });
  });

  it('has no image if it is invalid, or unavailable', async () => {
    const image = (name: string) => ({ orig: { type: 'orig', url: `${there.base}/${name}`, width: 1, height: 1 } });
    there.replies.set('/flat.png', (_: unknown, response: { end: (bytes: Buffer) => void }) =>
      response.end(pngFile(300, 200)),
    );
    const flat = await importFrom(here, showEvent(there, { event: { images: image('flat.png') } }), { dryRun: true });
    expect(reasonsOf(flat.report)['image']).toEqual([
      '1 skipped: it is not a square PNG, JPEG or GIF of 140 to 1440 pixels',
    ]);
    const gone = await importFrom(here, showEvent(there, { event: { images: image('gone.png') } }), { dryRun: true });
    expect(reasonsOf(gone.report)['image']).toEqual([
      expect.stringMatching(
        /^1 skipped: its file could not be downloaded: http:\/\/127.0.0.1:\d+\/gone.png was not found \(404\)/,
      ),
    ]);
  });
});

describe('talks of the original', () => {
  it('have speakers in two forms, types and languages in any case, and links in lists of one', async () => {
    const track = `${there.base}/v2.1/tracks/1`;
    const from = showEvent(there, {
      talks: [
        {
          speakers: [{ speaker_name: ' Ada ' }, { speaker_name: 'Bo', speaker_uri: `${there.base}/v2.1/users/3` }],
          type: 'Social Event',
          language: 'deutsch',
          talk_media: [
            { slides_link: 'https://x.org/s' },
            { joindin_link: 'https://x.org/j' },
            { film_link: 'https://x' },
          ],
          slides_link: 'https://x.org/s',
          tracks: [
            { track_name: 'Main', track_uri: track },
            { track_name: 'Main', track_uri: `${track}9` },
          ],
        },
        { stub: true, type: null, language: null, slides_link: 'https://x.org/only', speakers: null, tracks: null },
        { type: 'Poem', language: 'Japanese', talk_title: '', talk_media: [{ code_link: 'ftp://x' }], duration: -1 },
        { speakers: [{ speaker_name: '' }], url_friendly_talk_title: 'talk-1' },
      ],
    });
    const { eventId, report } = await importFrom(here, from);
    const [first, second, third, fourth] = await stored('talks', eventId);
    expect([first, second, third, fourth]).toMatchObject([
      { title: 'Talk 1', talk_type_id: '2', language_id: '3', stub: 'b0001', slug: 'talk-1' },
      { title: 'Talk 2', talk_type_id: '1', language_id: '2', stub: expect.stringMatching(/^[0-9a-f]{5}$/) },
      { title: 'Untitled', talk_type_id: '1', language_id: '2', duration_minutes: 0 },
      { title: 'Talk 4', slug: 'talk-4' },
    ]);
    const links = await stored('talk_links', eventId);
    expect(links.map(({ talk_id: talk, kind, url }) => [talk, kind, url])).toEqual([
      [first?.['id'], 'SLIDES', 'https://x.org/s'],
      [first?.['id'], 'EVENT_SITE', 'https://x.org/j'],
      [second?.['id'], 'SLIDES', 'https://x.org/only'],
    ]);
    const speakers = await stored('talk_speakers', eventId);
    expect(speakers.map(({ display_name: name, user_id: user }) => [name, user])).toEqual([
      ['Ada', null],
      ['Bo', null],
    ]);
    expect(await stored('talk_tracks', eventId)).toHaveLength(1);
    expect(reasonsOf(report)).toMatchObject({
      talks: [
        '1 repaired: a taken or invalid stub was replaced',
        '1 repaired: a talk without a title was named Untitled',
        '1 repaired: an invalid duration was set to 0',
        '1 repaired: an unknown type was replaced by Talk',
        '1 repaired: an unknown language was replaced by British English',
        '1 repaired: a taken or missing slug was replaced',
      ],
      speakers: ['1 skipped: a speaker without a name'],
      'links of talks': ['1 skipped: unknown kind of link', '1 skipped: it is not an http or https URL'],
      'talks on tracks': ['1 skipped: its track does not belong to the event'],
    });
  });
});

describe('comments of the original', () => {
  it('are read in pages of any size, counted once, and have ratings of every kind', async () => {
    const from = showEvent(there);
    const comment = (number: number, rating: unknown) => ({ ...commentOf(there.base, number, 1), rating });
    showPages(there, `${EVENT}/talk_comments`, 'comments', [
      [comment(5, 9), comment(4, 3.6)],
      [comment(4, 3.6), comment(3, -2)],
      [comment(2, null), { ...comment(1, '5'), talk_uri: `${there.base}/v2.1/talks/77` }],
    ]);
    showPages(there, `${EVENT}/comments`, 'comments', [[{ ...commentOf(there.base, 1), rating: null }]]);
    const { eventId, report } = await importFrom(here, from);
    const talkComments = await stored('talk_comments', eventId);
    expect(talkComments.map(({ comment: text, rating }) => [text, rating])).toEqual([
      ['Comment 2', 0],
      ['Comment 3', 0],
      ['Comment 4', 4],
      ['Comment 5', 5],
    ]);
    expect(await stored('event_comments', eventId)).toMatchObject([{ rating: null, author_name: null }]);
    expect(report.find(({ table }) => table === 'talk comments')).toEqual({
      ...{ table: 'talk comments', read: 6, imported: 4, repaired: 3, skipped: 2 },
      reasons: [
        { kind: 'skipped', reason: 'duplicate record', count: 1, examples: [4] },
        { kind: 'skipped', reason: 'its talk does not belong to the event', count: 1, examples: [1] },
        { kind: 'repaired', reason: 'a rating outside 0 to 5 was clamped', count: 3, examples: [3, 4, 5] },
      ],
    });
    expect(there.asked.filter((path) => path.includes('talk_comments'))).toEqual([
      '/v2.1/events/5/talk_comments?resultsperpage=50&verbose=yes',
      '/v2.1/events/5/talk_comments?start=1&resultsperpage=20&verbose=yes',
      '/v2.1/events/5/talk_comments?start=2&resultsperpage=20&verbose=yes',
    ]);
    expect([...there.agents]).toEqual(['Lectern (importing one conference)']);
  });

  it('are read talk by talk if there is no list of all', async () => {
    const from = showEvent(there, { event: { all_talk_comments_uri: null }, talks: [{}, {}] });
    for (const talk of [1, 2]) {
      const comments = [1, 2].map((number) => commentOf(there.base, talk * 2 + number, talk));
      showPages(there, `/v2.1/talks/${talk}/comments`, 'comments', [comments]);
    }
    const { eventId } = await importFrom(here, from);
    const comments = await stored('talk_comments', eventId);
    expect(comments.map(({ comment }) => comment)).toEqual(['Comment 3', 'Comment 4', 'Comment 5', 'Comment 6']);
  });

  it('are reported if they are fewer than the counter of the other server', async () => {
    const from = showEvent(there);
    there.replies.set(`${EVENT}/comments`, { comments: [commentOf(there.base, 1)], meta: { count: 1, total: 4 } });
    expect((await importFrom(here, from, { dryRun: true })).left).toEqual([
      'The other server reports 3 more comments than it returned.',
    ]);
  });
});

describe('users of the original', () => {
  it('are read individually if no list contains them, once each', async () => {
    const users = `${there.base}/v2.1/users`;
    const ada = await createUser(here.pool, { username: 'Ada' });
    there.replies.set('/v2.1/users/3', { users: [{ username: 'ada', full_name: 'Ada L.' }], meta: {} });
    there.replies.set('/v2.1/users/4', { users: [], meta: {} });
    const speakers = [3, 3, 4, 5].map((id) => ({ speaker_name: `Speaker ${id}`, speaker_uri: `${users}/${id}` }));
    const from = showEvent(there, {
      event: { hosts: [{ host_name: 'Ada', host_uri: `${users}/3` }] },
      talks: [{ speakers: [...speakers, { speaker_name: 'Eve', speaker_uri: 'http://127.0.0.1:9/v2.1/users/6' }] }],
    });
    const said = { username: 'ada', user_uri: `${users}/3`, comment: 'Twice' };
    showPages(there, `${EVENT}/talk_comments`, 'comments', [
      [2, 1].map((number) => ({ ...commentOf(there.base, number, 1), ...said })),
    ]);
    const { eventId, report } = await importFrom(here, from, { host: null, samePeople: true });
    expect((await stored('talk_speakers', eventId)).map(({ user_id: user }) => user)).toEqual([
      ada,
      null,
      null,
      null,
      null,
    ]);
    const comments = await stored('talk_comments', eventId);
    expect(comments.map(({ user_id: user, digest }) => [user, digest === null])).toEqual([
      [ada, false],
      [ada, true],
    ]);
    const reasons = reasonsOf(report);
    expect([reasons['accounts'], reasons['speakers']]).toEqual([
      ['2 skipped: it no longer exists', '1 skipped: its URL is on another server, which is not contacted'],
      ['1 repaired: an account listed twice for one talk was linked once'],
    ]);
    expect(there.asked.filter((path) => path.includes('users')).sort()).toEqual([
      '/v2.1/users/4?verbose=yes',
      '/v2.1/users/5?verbose=yes',
    ]);
  });
});
