import { readdir } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { recountCounters } from '../../../src/core/common/counters.js';
import { OperatorError } from '../../../src/config/operator-error.js';
import { ask, type Json } from '../../rest/ask.js';
import { createAttendee, createEvent, createStar, createTalk, createUser } from '../../support/factories.js';
import { createConference, createPeople } from './conference.js';
import { createHostAccount, HOST, importFrom, rowCounts, startLectern, type Lectern } from './lecterns.js';
import { recordsOfEvent, withoutIds } from './records.js';

let there: Lectern;
let from: string;
let shown: Json;
let here: Lectern;

beforeAll(async () => {
  there = await startLectern();
  const people = await createPeople(there);
  const event = await createConference(there, people);
  from = `${there.base}/v2.1/events/${event}`;
  shown = withoutIds(there, await recordsOfEvent(there, event));
});
afterAll(() => there.stop());
beforeEach(async () => {
  here = await startLectern();
  await createHostAccount(here);
});
afterEach(() => here.stop());

const importedRecords = async (event: number) => withoutIds(here, await recordsOfEvent(here, event));

/** The records without members that depend on accounts. */
function withoutPeople(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPeople);
  if (typeof value !== 'object' || value === null) return value;
  const personal = /^(user_|username|gravatar|avatar|speaker_uri|hosts$|(event_)?average_rating|event_average_rating)/;
  const kept = Object.entries(value).filter(([name]) => !personal.test(name));
  return Object.fromEntries(kept.map(([name, item]) => [name, withoutPeople(item)]));
}

describe('an event imported from another Lectern', () => {
  it('has equal records, value by value, if the users exist', async () => {
    await createPeople(here);
    const { eventId, report } = await importFrom(here, from, { host: null, samePeople: true, verbatimTexts: true });
    expect(await importedRecords(eventId)).toEqual(shown);
    expect(report.filter(({ table }) => table === 'accounts')).toEqual([
      { table: 'accounts', read: 5, imported: 5, repaired: 0, skipped: 0, reasons: [] },
    ]);
  });

  it('has all records that do not depend on accounts, if the users do not exist', async () => {
    await createPeople(here);
    const { eventId } = await importFrom(here, from, { verbatimTexts: true });
    const imported = await importedRecords(eventId);
    expect(withoutPeople(imported)).toEqual(withoutPeople(shown));
    const { talks, comments, talkComments } = imported as Record<string, Json[]>;
    const speakers = talks?.flatMap(({ speakers: named }) => named as Json[]) ?? [];
    expect(speakers.filter(({ speaker_uri: uri }) => uri !== undefined)).toEqual([]);
    expect([...(comments ?? []), ...(talkComments ?? [])].filter(({ user_display_name: name }) => name !== '')).toEqual(
      [],
    );
    const { hosts } = imported['event'] as { hosts: unknown[] };
    expect(hosts).toEqual([{ host_name: expect.stringMatching(/^User /), host_uri: expect.any(String) }]);
  });

  it('stores the name of the author of an anonymous event comment, without showing it', async () => {
    const { eventId } = await importFrom(here, from);
    const { rows } = await here.pool.query(
      `select author_name as name, count(*)::int, count(user_id)::int as accounts from event_comments
        where event_id = $1 group by 1 order by author_name collate "C" nulls first`,
      [eventId],
    );
    expect(rows).toEqual([
      { name: null, count: 44, accounts: 0 },
      ...['Donald X.', 'ada X.', 'barbara X.', 'edsger X.', 'margaret X.'].map((name) => ({
        name,
        count: expect.any(Number),
        accounts: 0,
      })),
    ]);
  });

  it('has counters that equal a recount, and rows only for public records', async () => {
    await createPeople(here);
    await importFrom(here, from, { samePeople: true });
    const client = await here.pool.connect();
    try {
      expect(await recountCounters(client, () => undefined)).toEqual([]);
    } finally {
      client.release();
    }
    expect(await rowCounts(here)).toEqual({
      ...{ events: 1, event_hosts: 3, event_imports: 1, tracks: 3, talks: 60, talk_tracks: 90, talk_speakers: 90 },
      ...{ talk_links: 150, event_comments: 130, talk_comments: 130 },
    });
  });

  it('is rejected when imported again, and accepted after it was deleted', async () => {
    const { eventId } = await importFrom(here, from);
    const before = await rowCounts(here);
    await expect(importFrom(here, `${from}/?verbose=no`)).rejects.toThrow(
      new RegExp(
        `^${from} was already imported as event ${eventId} on \\d{4}-\\d\\d-\\d\\d: edit that event instead\\.$`,
      ),
    );
    expect(await rowCounts(here)).toEqual(before);
    await here.pool.query('delete from events where id = $1', [eventId]);
    expect(Object.values(await rowCounts(here)).filter((count) => count !== 0)).toEqual([]);
    expect((await importFrom(here, from)).eventId).toBeGreaterThan(eventId);
  });

  it('gets other slugs if its own are taken', async () => {
    await createEvent(here.pool, { slug: 'groessen-und-mengen', stub: 'Groessen25' });
    await createTalk(here.pool, await createEvent(here.pool), { stub: 'a0001' });
    const { eventId, report } = await importFrom(here, from, { verbatimTexts: true });
    const { rows } = await here.pool.query('select slug, stub from events where id = $1', [eventId]);
    expect(rows).toEqual([{ slug: 'grossen--mengen-2025', stub: null }]);
    const talks = await here.pool.query<{ slug: string; stub: string }>(
      "select slug, stub from talks where event_id = $1 and slug in ('talk-1', 'talk-2') order by slug",
      [eventId],
    );
    expect(talks.rows).toEqual([
      { slug: 'talk-1', stub: expect.stringMatching(/^(?!a0001)[0-9a-f]{5}$/) },
      { slug: 'talk-2', stub: 'a0002' },
    ]);
    expect(report.map(({ table, repaired, skipped }) => [table, repaired, skipped])).toEqual([
      ['event', 1, 0],
      ['image', 0, 0],
      ['hosts', 0, 2],
      ['tracks', 0, 0],
      ['talks', 1, 0],
      ['speakers', 0, 0],
      ['links of talks', 0, 0],
      ['talks on tracks', 0, 0],
      ['event comments', 0, 0],
      ['talk comments', 0, 0],
    ]);
  });
});

describe('a dry run', () => {
  it('prints the same report as an import, and stores nothing', async () => {
    const before = await rowCounts(here);
    const dry = await importFrom(here, from, { dryRun: true });
    expect(await rowCounts(here)).toEqual(before);
    expect(await readdir(here.images)).toEqual([]);
    const real = await importFrom(here, from);
    expect({ ...dry, eventId: 0 }).toEqual({ ...real, eventId: 0 });
    expect(await readdir(here.images)).toHaveLength(2);
  });
});

describe('the image', () => {
  it('is served by this Lectern, in both sizes', async () => {
    const { eventId } = await importFrom(here, from);
    const images = (await recordsOfEvent(here, eventId))['images'] as Record<string, { url: string }>;
    const answers = await Promise.all(['orig', 'small'].map((kind) => ask(here, images[kind]?.url ?? '')));
    expect(answers.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
      [200, 'image/png'],
      [200, 'image/png'],
    ]);
    expect(new URL(images['orig']?.url ?? '').origin).toEqual(here.base);
  });
});

describe('the host', () => {
  it.each([
    [
      'no host is named',
      { host: null },
      'An event requires a host: specify a local username with --host, or use --accounts.',
    ],
    ['an unknown account', { host: 'nobody' }, 'No active user "nobody": look up the username and try again.'],
    [
      'no host of the event has an account here',
      { host: null, samePeople: true },
      'None of its hosts has an active account with the same username here: specify --host as well.',
    ],
  ])('is required: with %s nothing is imported', async (_, wish, sentence) => {
    await expect(importFrom(here, from, wish)).rejects.toThrow(new OperatorError(sentence));
    expect((await rowCounts(here))['events']).toEqual(0);
  });

  it('may be named in any case, and is added to the hosts with accounts', async () => {
    await createUser(here.pool, { username: 'BARBARA', full_name: 'Barbara' });
    await createUser(here.pool, { username: 'ada', is_active: false });
    const { eventId, report } = await importFrom(here, from, { host: HOST.toUpperCase(), samePeople: true });
    const { rows } = await here.pool.query<{ username: string }>(
      'select username from event_hosts join users on users.id = user_id where event_id = $1 order by 1',
      [eventId],
    );
    expect(rows.map(({ username }) => username).sort()).toEqual(['BARBARA', HOST]);
    expect(report.find(({ table }) => table === 'accounts')).toMatchObject({
      read: 5,
      imported: 1,
      skipped: 4,
      reasons: [{ kind: 'skipped', reason: 'no active account here has its username', count: 4 }],
    });
  });
});

describe('data that cannot be imported', () => {
  it('are reported: attendance, stars, and the authors of comments', async () => {
    const { pool } = there;
    const event = new URL(from).pathname.split('/').at(-1) ?? '';
    const visitor = await createUser(pool);
    const { rows } = await pool.query<{ id: string }>('select id from talks where event_id = $1 order by id limit 2', [
      event,
    ]);
    await createAttendee(pool, event, visitor);
    for (const { id } of rows) await createStar(pool, event, id, visitor);
    try {
      expect((await importFrom(here, from, { dryRun: true })).left).toEqual([
        '1 attendees were not imported.',
        '2 stars were not imported: the API does not expose their users.',
        '172 signed comments were imported as anonymous: their ratings do not count towards averages.',
        '30 speakers with an account were imported by name: they can claim their talks, or link them with --accounts.',
      ]);
    } finally {
      await pool.query('delete from users where id = $1', [visitor]);
    }
  });
});
