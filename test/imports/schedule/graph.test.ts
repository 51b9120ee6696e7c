import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { askData } from '../../graphql/ask.js';
import * as make from '../../support/factories.js';
import { startService, type TestService } from '../../support/service.js';
import { countsOf, uploadSchedule } from './upload.js';

let service: TestService;
let hostId: string;
let host: string;
let event: string;
const pool = () => service.database.pool;
const day = {
  starts_at: '2027-05-29T08:00:00+02:00',
  ends_at: '2027-05-30T18:00:00+02:00',
  time_zone: 'Europe/Berlin',
};

beforeAll(async () => {
  service = await startService();
  hostId = await make.createUser(pool());
  host = await make.createToken(pool(), hostId);
});
beforeEach(async () => {
  event = await make.createEvent(pool(), day);
  await make.createHost(pool(), event, hostId);
});
afterAll(() => service.stop());

const website = readFileSync(join(process.cwd(), 'test/fixtures/schedules/website.csv'), 'utf8');
const csv = (...rows: string[]) => ['id,title,start,minutes,speakers,track', ...rows].join('\n');
const run = (file: string | Buffer, input: object = { dryRun: false }) =>
  uploadSchedule(service, host, { eventId: event, ...input }, file);
const ids = async () => {
  const { rows } = await pool().query<{ id: string; title: string; slug: string; stub: string }>(
    'select id, title, slug, stub from talks where event_id = $1 order by id',
    [event],
  );
  return rows;
};

/** The numbers of rows that an import writes, and of changes that invalidate cached responses. */
const stored = async () => {
  const tables = ['talks', 'tracks', 'talk_speakers', 'talk_tracks', 'talk_links', 'talk_origins', 'changes'];
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`);
  return (await pool().query<Record<string, number>>(`select ${counts.join(', ')}`)).rows;
};

describe('importSchedule', () => {
  it('is a dry run unless another is requested', async () => {
    const before = await stored();
    const dry = await run(website, {});
    expect(countsOf(dry)).toEqual([[3, 0, 0, 0, 0, 0], []]);
    expect(dry.data.importSchedule.event).toEqual({ id: event, talkCount: 0 });
    expect(await stored()).toEqual(before);
  });

  it('adds talks with their speakers and tracks', async () => {
    const { data } = await run(website);
    expect(data.importSchedule.report.added).toBe(3);
    expect(data.importSchedule.event).toEqual({ id: event, talkCount: 3 });
    const query = `query ($id: ID!) { event(id: $id) { tracks { nodes { name talkCount } } talks { nodes {
      title description startDate durationMinutes type language { name } speakers { name userId } tracks { name } } } } }`;
    const read = await askData(service, query, { variables: { id: event } });
    expect(read.event.tracks.nodes).toEqual([
      { name: 'Rails', talkCount: 1 },
      { name: 'Web', talkCount: 1 },
    ]);
    expect(read.event.talks.nodes[1]).toEqual({
      ...{
        title: 'Testing trains',
        description: 'Why timetables need "slack"',
        startDate: '2027-05-29T09:30:00+02:00',
      },
      ...{ durationMinutes: 45, type: 'TALK', language: { name: 'English - UK' }, tracks: [{ name: 'Web' }] },
      speakers: [
        { name: 'Ada Byron', userId: null },
        { name: 'Grace Murray', userId: null },
      ],
    });
  });

  it('shows the source of a talk', async () => {
    await run(csv('t1,A,2027-05-29 09:00,30,,'));
    const own = await make.createTalk(pool(), event);
    const [imported] = await ids();
    const query = `query ($one: ID!, $other: ID!) {
      one: talk(id: $one) { source { name foreignId importedAt } } other: talk(id: $other) { source { name } } }`;
    const read = await askData(service, query, { variables: { one: imported?.id, other: own } });
    const importedAt: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    expect(read).toEqual({ one: { source: { name: 'csv', foreignId: 't1', importedAt } }, other: { source: null } });
  });

  it('changes what the source changes, and keeps IDs, URLs and corrections', async () => {
    await run(csv('1,A,2027-05-29 09:00,30,Ada|Grace,Web', '2,B,2027-05-29 10:00,30,,', '3,C,2027-05-29 11:00,30,,'));
    const before = await ids();
    await pool().query("update talks set title = 'Corrected' where id = $1", [before[2]?.id]);
    const again = csv(
      '1,A+,2027-05-29 09:00,30,Grace|Alan,Zoo',
      '2,B,2027-05-29 10:30,30,,',
      '3,C,2027-05-29 11:00,30,,',
    );
    expect(countsOf(await run(again))).toEqual([[0, 1, 1, 0, 0, 1], []]);
    expect(await ids()).toEqual([{ ...before[0], title: 'A+' }, before[1], { ...before[2], title: 'Corrected' }]);
    const { rows } = await pool().query(
      `select (select string_agg(display_name, '|' order by id) from talk_speakers where talk_id = $1) as speakers,
        (select string_agg(k.name, '|') from talk_tracks t join tracks k on k.id = t.track_id where t.talk_id = $1) as tracks`,
      [before[0]?.id],
    );
    expect(rows).toEqual([{ speakers: 'Grace|Alan', tracks: 'Zoo' }]);
    expect(countsOf(await run(again))).toEqual([[0, 0, 0, 0, 0, 3], []]);
  });

  it('lists missing talks, and prunes those without feedback', async () => {
    const [one, two] = ['1,A,2027-05-29 09:00,30,Ada,', '2,B,2027-05-29 10:00,30,,'] as const;
    const others = ['3,C,2027-05-29 11:00,30,,', '4,D,2027-05-29 12:00,30,,', '5,E,2027-05-29 13:00,30,Eve,'];
    await run(csv(one, two, ...others));
    const [a, b, c, d, e] = (await ids()).map(({ id }) => id) as [string, string, string, string, string];
    const user = await make.createUser(pool());
    await make.createTalkComment(pool(), event, b, { user_id: user });
    await make.createStar(pool(), event, c, user);
    await pool().query('update talk_speakers set user_id = $1 where talk_id = $2', [user, e]);
    expect(countsOf(await run(csv(one)))).toEqual([[0, 0, 0, 0, 4, 1], Array(4).fill('MISSING_FROM_SOURCE')]);
    const kept = [[0, 0, 0, 1, 3, 1], Array(3).fill('KEPT_WITH_FEEDBACK')];
    expect(countsOf(await run(csv(one), { dryRun: true, prune: true }))).toEqual(kept);
    expect((await ids()).map(({ id }) => id)).toEqual([a, b, c, d, e]);
    expect(countsOf(await run(csv(one), { dryRun: false, prune: true }))).toEqual(kept);
    expect((await ids()).map(({ id }) => id)).toEqual([a, b, c, e]);
    const unidentified = csv(',X,2027-05-29 09:00,30,,');
    expect(countsOf(await run(unidentified, { dryRun: false, prune: true }))[1]).toContain('PRUNE_SKIPPED');
  });

  it('never links an account by its name, and keeps linked speakers with their account', async () => {
    await make.createUser(pool(), { full_name: 'Ada' });
    await run(csv('1,A,2027-05-29 09:00,30,Ada,'));
    const speakers = async () =>
      (await pool().query('select id, display_name, user_id from talk_speakers where event_id = $1', [event])).rows;
    const [ada] = await speakers();
    expect(ada).toMatchObject({ display_name: 'Ada', user_id: null });
    await pool().query('update talk_speakers set user_id = $1 where id = $2', [hostId, ada.id]);
    expect(countsOf(await run(csv('1,A,2027-05-29 09:00,30,Grace,')))).toEqual([[0, 1, 0, 0, 0, 0], ['SPEAKER_KEPT']]);
    expect(await speakers()).toMatchObject([
      { ...ada, user_id: hostId },
      { display_name: 'Grace', user_id: null },
    ]);
  });

  it('reports how it understood the file, and counts the problems of each kind', async () => {
    const rows = ['a', 'b', 'c', 'd'].map((title) => `${title};30/05/2027 9:61;tlh;Ada`);
    const file = ['Titel;Beginn;Sprache;Notiz', ...rows, 'e;30/05/2027 10:00;tlh;'].join('\n');
    const { data } = await run(file);
    const { problems, ...report } = data.importSchedule.report;
    const unreadable = (row: number) => ({ row, text: 'Not a date and time: "30/05/2027 9:61"; skipped.' });
    const noted = (reason: string, row: number | null, text: string) => ({
      reason,
      count: 1,
      examples: [{ row, text }],
    });
    expect(report).toEqual({
      ...{ added: 1, changed: 0, moved: 0, removed: 0, kept: 0, unchanged: 0 },
      ...{ format: 'CSV', encoding: 'UTF-8', timeZone: 'Europe/Berlin', dateOrder: 'DAY_FIRST' },
      columns: [
        { name: 'Titel', field: 'title' },
        { name: 'Beginn', field: 'start' },
        { name: 'Sprache', field: 'language' },
        { name: 'Notiz', field: null },
      ],
      problemKinds: [
        { reason: 'DATE_UNREADABLE', count: 4, examples: [2, 3, 4].map(unreadable) },
        noted('LANGUAGE_UNKNOWN', 6, 'The language "tlh" is not supported: ignored.'),
        noted('COLUMNS_UNUSED', null, 'Columns or properties that are not imported: Notiz.'),
      ],
    });
    expect(problems).toHaveLength(6);
  });

  it('maps columns as required, and again in the next import of the event', async () => {
    const file = 'Name of it;When;Hall\nRopes;2027-05-29 10:00;Quay\n';
    const columns = { title: 'Name of it', start: 'When', room: 'Hall' };
    const given = { dryRun: false, columns };
    expect(countsOf(await run(file, { dryRun: true, columns }))).toEqual([[1, 0, 0, 0, 0, 0], []]);
    expect(countsOf(await run(file))[1]).toEqual(['FORMAT_UNKNOWN']);
    expect(countsOf(await run(file, given))).toEqual([[1, 0, 0, 0, 0, 0], []]);
    expect(countsOf(await run(file))).toEqual([[0, 0, 0, 0, 0, 1], []]);
    // The file has no such heading any more.
    expect(countsOf(await run(file.replace('Hall', 'Room').replace('Quay', 'Pier')))).toEqual([[0, 0, 1, 0, 0, 0], []]);
    expect(countsOf(await run(file, { dryRun: false, columns: { ...columns, room: 'Saal' } }))[1]).toEqual([
      'COLUMN_UNKNOWN',
    ]);
    expect(countsOf(await run(file, { dryRun: false, columns: {} }))[1]).toEqual(['FORMAT_UNKNOWN']);
    await run('title;start\nRopes;2027-05-29 10:00\n', { dryRun: false, columns: {} });
    expect(countsOf(await run(file))[1]).toEqual(['FORMAT_UNKNOWN']);
  });

  it.each([[['title']], ['title'], [7], [{ titel: 'x' }], [{ title: 7 }], [{ title: '' }], [{ ['__proto__']: 'x' }]])(
    'refuses the columns %j',
    async (columns) => {
      expect(countsOf(await run(website, { dryRun: false, columns }))).toEqual([
        [0, 0, 0, 0, 0, 0],
        ['COLUMNS_INVALID'],
      ]);
    },
  );

  it('reports the columns of a file that it does not recognize', async () => {
    const { data } = await run('Name of it;When\nRopes;2027-05-29 10:00\n');
    expect(data.importSchedule.report).toMatchObject({
      ...{ format: null, encoding: null, timeZone: null, dateOrder: null },
      columns: [
        { name: 'Name of it', field: null },
        { name: 'When', field: null },
      ],
      problemKinds: [{ reason: 'FORMAT_UNKNOWN', count: 1 }],
    });
  });

  it('reports a file that cannot be imported, also one above 10 MB', async () => {
    expect(countsOf(await run('<!DOCTYPE x><schedule/>'))).toEqual([[0, 0, 0, 0, 0, 0], ['DOCTYPE_FORBIDDEN']]);
    expect(countsOf(await run(Buffer.alloc(11_000_000, 'x')))).toEqual([[0, 0, 0, 0, 0, 0], ['FILE_TOO_LARGE']]);
  });

  it('requires a host', async () => {
    const hidden = await make.createEvent(pool(), { ...day, status: 'PENDING' });
    const stranger = await make.createToken(pool(), await make.createUser(pool()));
    const admin = await make.createToken(pool(), await make.createUser(pool(), { is_admin: true }));
    const told = async (token: string | null, eventId: string) => {
      const { errors } = await uploadSchedule(service, token, { eventId, dryRun: false }, website);
      return errors.flatMap(({ extensions: { code, problems } }) => [code, problems[0]?.reason]);
    };
    expect(await told(null, event)).toEqual(['UNAUTHENTICATED', 'LOGIN_REQUIRED']);
    expect(await told(stranger, event)).toEqual(['FORBIDDEN', 'HOSTS_ONLY']);
    expect(await told(stranger, hidden)).toEqual(['NOT_FOUND', 'EVENT_UNKNOWN']);
    expect(await told(host, hidden)).toEqual(['NOT_FOUND', 'EVENT_UNKNOWN']);
    expect(await ids()).toEqual([]);
    expect(await told(admin, event)).toEqual([]);
    expect(await ids()).toHaveLength(3);
  });
});
