import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask } from './ask.js';

let service: TestService;
let [user, token, event, talk, track] = ['', '', '', '', ''];

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  const { pool } = service.database;
  user = await make.createUser(pool, { biography: 'Notes', twitter_username: 'ada' });
  token = await make.createToken(pool, user);
  event = await make.createEvent(pool, { href: 'https://example.org/', cfp_url: 'https://example.org/cfp' });
  await make.createHost(pool, event, user);
  const times = { starts_at: '2026-06-01T08:00:00Z', duration_minutes: 45 };
  talk = await make.createTalk(pool, event, { ...times, talk_type_id: 3, language_id: 4, room: 'Attic' });
  await make.createSpeaker(pool, event, talk, { display_name: 'Ann' });
  track = await make.createTrack(pool, event, { description: 'About the track' });
});
afterAll(() => service.stop());

async function update(record: 'Event' | 'Talk' | 'Track' | 'User', fields: object) {
  const ids = { Event: { eventId: event }, Talk: { talkId: talk }, Track: { trackId: track }, User: { userId: user } };
  const name = record.toLowerCase();
  const query = `mutation ($input: Update${record}Input!) { update${record}(input: $input) { ${name} { id } } }`;
  const { errors } = await ask(service, query, { variables: { input: { ...ids[record], ...fields } }, token });
  return errors.flatMap(({ extensions }) => extensions.problems.map(({ reason, field }) => `${reason}:${field}`));
}

/** The row of a record, without generated columns and those that record every change. */
async function rowOf(table: string, id: string): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await service.database.pool.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(r) - '{changed_at,schedule_revision}'::text[] - array(select column_name::text
        from information_schema.columns where table_name = '${table}' and is_generated = 'ALWAYS') as row
      from ${table} as r where id = $1`,
    [id],
  );
  return rows[0]?.row ?? {};
}

const tables = {
  Event: () => ['events', event],
  Talk: () => ['talks', talk],
  Track: () => ['tracks', track],
  User: () => ['users', user],
} as const;
const recordNames = Object.keys(tables) as (keyof typeof tables)[];

/** The instants stay; the service derives them again. */
const localInTokyo = { starts_local: '2026-06-01T16:00:00', ends_local: '2026-06-02T01:00:00', zone_rules: null };

describe('a partial update', () => {
  it.each(recordNames)('changes nothing without fields: %s', async (name) => {
    const [table = '', id = ''] = tables[name]();
    const before = await rowOf(table, id);
    expect(await update(name, {})).toEqual([]);
    expect(await rowOf(table, id)).toEqual(before);
  });

  it.each<[keyof typeof tables, object, object]>([
    ['Event', { location: 'Utrecht' }, { location: 'Utrecht' }],
    ['Event', { websiteUrl: null }, { href: null }],
    [
      'Event',
      { endDate: '2026-06-03T18:00' },
      { ends_at: '2026-06-03T16:00:00+00:00', ends_local: '2026-06-03T18:00:00' },
    ],
    ['Event', { timeZone: 'Asia/Tokyo' }, { time_zone: 'Asia/Tokyo', ...localInTokyo }],
    ['Event', { tags: ['PHP'] }, { tags: ['php'] }],
    ['Talk', { description: 'New' }, { description: 'New' }],
    ['Talk', { title: 'Renamed here' }, { title: 'Renamed here', slug: 'renamed-here' }],
    [
      'Talk',
      { startDate: '2026-06-01T12:00' },
      { starts_at: '2026-06-01T10:00:00+00:00', starts_local: '2026-06-01T12:00:00' },
    ],
    ['Talk', { type: null }, { talk_type_id: 1 }],
    ['Talk', { language: 'Deutsch' }, { language_id: 3 }],
    ['Talk', { durationMinutes: null, room: null }, { duration_minutes: 0, room: null }],
    ['Track', { name: 'Tools' }, { name: 'Tools' }],
    ['Track', { description: null }, { description: '' }],
    ['User', { fullName: 'Ada L.' }, { full_name: 'Ada L.' }],
    ['User', { biography: null }, { biography: null }],
  ])('changes the given fields alone: %s %j', async (name, fields, changed) => {
    const [table = '', id = ''] = tables[name]();
    const before = await rowOf(table, id);
    expect(await update(name, fields)).toEqual([]);
    expect(await rowOf(table, id)).toEqual({ ...before, ...changed });
  });

  it('replaces speakers only if they are given', async () => {
    const speakers = async () =>
      (
        await service.database.pool.query<{ name: string }>(
          'select display_name as name from talk_speakers where talk_id = $1 order by id',
          [talk],
        )
      ).rows.map(({ name }) => name);
    await update('Talk', { title: 'Other' });
    expect(await speakers()).toEqual(['Ann']);
    await update('Talk', { speakers: ['Bob'] });
    expect(await speakers()).toEqual(['Bob']);
  });

  it.each<[keyof typeof tables, object, readonly string[]]>([
    ['Event', { name: null, location: ' ' }, ['FIELD_REQUIRED:name', 'FIELD_REQUIRED:location']],
    ['Event', { startDate: '2026-06-02' }, ['DATES_REVERSED:endDate']],
    ['Event', { timeZone: 'Nowhere' }, ['TIME_ZONE_UNKNOWN:timeZone']],
    ['Talk', { title: null }, ['FIELD_REQUIRED:title']],
    ['Talk', { startDate: '2027-01-01' }, ['TALK_OUTSIDE_EVENT:startDate']],
    ['Talk', { language: 'Klingon' }, ['LANGUAGE_UNKNOWN:language']],
    ['Track', { name: null }, ['FIELD_REQUIRED:name']],
    ['User', { email: null, fullName: '' }, ['FIELD_REQUIRED:fullName', 'FIELD_REQUIRED:email']],
    ['User', { email: 'x' }, ['EMAIL_INVALID:email']],
  ])('reports problems of the given fields: %s %j', async (name, fields, problems) => {
    const [table = '', id = ''] = tables[name]();
    const before = await rowOf(table, id);
    expect(await update(name, fields)).toEqual(problems);
    expect(await rowOf(table, id)).toEqual(before);
  });

  it('does not report what is stored already', async () => {
    const { pool } = service.database;
    await pool.query("update talks set starts_at = '2024-01-01T00:00:00Z', description = '' where id = $1", [talk]);
    await pool.query("update events set location = '' where id = $1", [event]);
    expect(await update('Talk', { title: 'Still here' })).toEqual([]);
    expect(await update('Event', { name: 'Still here' })).toEqual([]);
  });

  it('keeps concurrent changes of other fields', async () => {
    const changes = [{ name: 'Concurrent' }, { location: 'There' }, { description: 'More' }, { websiteUrl: null }];
    expect((await Promise.all(changes.map((fields) => update('Event', fields)))).flat()).toEqual([]);
    expect(await rowOf('events', event)).toMatchObject({
      ...{ name: 'Concurrent', location: 'There', description: 'More', href: null },
    });
    const others = [{ title: 'Concurrent' }, { description: 'More' }, { room: 'Hall' }, { durationMinutes: 5 }];
    expect((await Promise.all(others.map((fields) => update('Talk', fields)))).flat()).toEqual([]);
    expect(await rowOf('talks', talk)).toMatchObject({
      ...{ title: 'Concurrent', description: 'More', room: 'Hall', duration_minutes: 5 },
    });
  });

  it('requests a new e-mail address as a replacement does, and keeps a pending one', async () => {
    expect(await update('User', { email: 'new@example.org' })).toEqual([]);
    expect((await service.takeMail()).map(({ kind }) => kind).sort()).toEqual([
      'email_change_authorisation',
      'email_change_confirmation',
    ]);
    await update('User', { biography: 'Changed' });
    expect(await service.takeMail()).toEqual([]);
    const { rows } = await service.database.pool.query('select 1 from email_changes where user_id = $1', [user]);
    expect(rows).toHaveLength(1);
  });
});
