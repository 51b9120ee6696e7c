import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ask } from '../graphql/ask.js';
import { uploadSchedule } from '../imports/schedule/upload.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

const MAX_TALKS = 4;
const MEGABYTE = 2 ** 20;
const TEXT = 'x'.repeat(60_000);
/** The number of talks with this text that fit. */
const FILLING = 17;

let service: TestService;
let [userId, token, event] = ['', '', ''];
beforeAll(async () => {
  service = await startService({
    ...{ MAX_PENDING_TALKS: String(MAX_TALKS), MAX_PENDING_MEGABYTES: '1', MAX_PENDING_WEBHOOKS: '1' },
    LIMIT_IMPORTS_USER: '3/3600',
  });
});
afterAll(() => service.stop());

beforeEach(async () => {
  const { pool } = service.database;
  userId = await make.createUser(pool);
  token = await make.createToken(pool, userId);
  event = await newEvent();
});

async function newEvent(row: Parameters<typeof make.createEvent>[1] = { status: 'PENDING' }): Promise<string> {
  const id = await make.createEvent(service.database.pool, row);
  await make.createHost(service.database.pool, id, userId);
  return id;
}

/** The reasons of a refusal, with their limits; empty if the mutation is executed. */
async function refusalOf(mutation: string, input: Readonly<Record<string, unknown>>): Promise<unknown[]> {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { ${mutation}(input: $input) { __typename } }`;
  const { errors } = await ask(service, query, { token, variables: { input } });
  return errors.flatMap(({ extensions: { problems } }) => problems);
}
const talk = { title: 'Talk', description: 'About', startDate: '2026-06-01T10:00:00+02:00', speakers: [] };
const addTalk = (more: object = {}) => refusalOf('addTalk', { eventId: event, ...talk, ...more });
const csv = (count: number, description = '') =>
  [
    'id,title,start,description',
    ...Array.from({ length: count }, (_, id) => `${id},T ${id},2026-06-01 10:00,${description}`),
  ].join('\n');
async function imported(file: string, dryRun: boolean): Promise<unknown> {
  const { data, errors } = await uploadSchedule(service, token, { eventId: event, dryRun }, file);
  return data?.importSchedule?.report.added ?? errors.flatMap(({ extensions: { problems } }) => problems);
}
const tooMany = [{ reason: 'TOO_MANY_PENDING_TALKS', limit: MAX_TALKS }];
const tooMuch = [{ reason: 'TOO_MUCH_PENDING_TEXT', limit: 1 }];
const storedTalks = async (): Promise<number> => {
  const { rows } = await service.database.pool.query('select count(*)::int as count from talks where event_id = $1', [
    event,
  ]);
  return rows[0].count;
};

describe('Until an event is approved, it has', () => {
  it('a limited number of talks', async () => {
    for (let n = 0; n < MAX_TALKS; n += 1) expect(await addTalk()).toEqual([]);
    expect(await addTalk()).toEqual(tooMany);
    expect(await storedTalks()).toBe(MAX_TALKS);
  });

  it('a limited number of imported talks: a dry run says so, and nothing is imported', async () => {
    expect(await imported(csv(MAX_TALKS + 1), true)).toEqual(tooMany);
    expect(await imported(csv(MAX_TALKS + 1), false)).toEqual(tooMany);
    expect(await storedTalks()).toBe(0);
    expect(await imported(csv(MAX_TALKS), false)).toBe(MAX_TALKS);
  });

  it('a limited number of webhooks', async () => {
    const webhook = { eventId: event, url: 'https://example.org/hook', kinds: ['TALK_CREATED'] };
    expect(await refusalOf('createWebhook', webhook)).toEqual([]);
    expect(await refusalOf('createWebhook', webhook)).toEqual([{ reason: 'TOO_MANY_PENDING_WEBHOOKS', limit: 1 }]);
  });

  it('a limited number of talks, however many are added at once', async () => {
    await Promise.all(Array.from({ length: 2 * MAX_TALKS }, () => addTalk()));
    expect(await storedTalks()).toBe(MAX_TALKS);
  });
});

describe('The events of a user that are not approved have texts of a limited size', () => {
  const fill = async () => {
    const { pool } = service.database;
    const other = await newEvent({ status: 'REJECTED' });
    for (let n = 0; n < FILLING; n += 1) await make.createTalk(pool, other, { description: TEXT });
    return make.createTalk(pool, other);
  };

  it.each<[string, (filled: string) => Promise<unknown>]>([
    ['talks', () => addTalk({ description: TEXT })],
    ['a changed talk', (filled) => refusalOf('updateTalk', { talkId: filled, description: TEXT })],
    ['tracks', () => refusalOf('addTrack', { eventId: event, name: 'Track', description: TEXT })],
    ['an import', () => imported(csv(3, TEXT), false)],
    ['a dry run', () => imported(csv(3, TEXT), true)],
  ])('%s', async (_, write) => {
    const filled = await fill();
    expect(await addTalk()).toEqual([]);
    expect(await write(filled)).toEqual(tooMuch);
    expect(await storedTalks()).toBe(1);
  });

  /** Random texts, which cannot be compressed. */
  const random = "(select string_agg(md5(random()::text || n || m), '') from generate_series(1, 64) m)";
  it.each([
    [
      'what imports remember',
      `talk_origins (event_id, source, foreign_id, talk_id, seen)
      select event_id, 'csv', n::text, id, jsonb_build_object('description', ${random})`,
    ],
    ['the GUIDs of rooms', `room_guids (event_id, room, guid) select event_id, ${random}, gen_random_uuid()`],
  ])('%s', async (_, insertion) => {
    const id = await make.createTalk(service.database.pool, event);
    await service.database.pool.query(`insert into ${insertion} from talks, generate_series(1, 600) n where id = $1`, [
      id,
    ]);
    expect(await addTalk()).toEqual(tooMuch);
  });

  it('links', async () => {
    const filled = await fill();
    const used = FILLING * (TEXT.length + 100);
    await service.database.pool.query('update talks set description = repeat($1, $3) where id = $2', [
      'x',
      filled,
      MEGABYTE - used - 500,
    ]);
    const link = { talkId: filled, kind: 'SLIDES', url: `https://example.org/${'x'.repeat(1_500)}` };
    expect(await refusalOf('addTalkLink', link)).toEqual(tooMuch);
  });
});

it('Content that exceeds a quota may be corrected, but not added to', async () => {
  const { pool } = service.database;
  const ids: string[] = [];
  for (let n = 0; n < 20; n += 1) ids.push(await make.createTalk(pool, event, { description: TEXT }));
  expect(await refusalOf('updateTalk', { talkId: ids[0], title: 'New' })).toEqual([]);
  expect(await refusalOf('updateTalk', { talkId: ids[0], description: 'Short' })).toEqual([]);
  expect(await addTalk()).toEqual([...tooMany, ...tooMuch]);
  expect(await refusalOf('deleteTalk', { talkId: ids[0] })).toEqual([]);
});

describe('An hour has a limited number of imports', () => {
  it('into events that are not approved, dry runs included', async () => {
    for (let n = 0; n < 3; n += 1) expect(await imported(csv(1), n > 0)).toBe(n > 0 ? 0 : 1);
    expect(await imported(csv(1), true)).toEqual([{ reason: 'RATE_LIMITED' }]);
  });
});

describe('No quota has', () => {
  const exceed = async () => {
    expect(await imported(csv(MAX_TALKS + 1, TEXT), true)).toBe(MAX_TALKS + 1);
    expect(await imported(csv(MAX_TALKS + 1, TEXT), false)).toBe(MAX_TALKS + 1);
    for (let n = 0; n < 3; n += 1) expect(await imported(csv(1), true)).toBe(0);
    expect(await addTalk()).toEqual([]);
  };

  it('an approved event', async () => {
    event = await newEvent({});
    await exceed();
  });

  it('a trusted user', async () => {
    await service.database.pool.query('update users set is_trusted = true where id = $1', [userId]);
    await exceed();
  });

  it('an event that was withdrawn', async () => {
    event = await newEvent({ status: 'REJECTED', withdrawn_at: new Date() });
    await exceed();
  });
});

it('A schedule of 800 talks is imported into a pending event with the defaults', async () => {
  const honest = await startService();
  try {
    const { pool } = honest.database;
    const id = await make.createUser(pool);
    const pending = await make.createEvent(pool, { status: 'PENDING' });
    await make.createHost(pool, pending, id);
    const file = csv(800, 'About this talk. '.repeat(60));
    const input = { eventId: pending, dryRun: false };
    const { data } = await uploadSchedule(honest, await make.createToken(pool, id), input, file);
    expect(data.importSchedule.report).toMatchObject({ added: 800, problems: [] });
  } finally {
    await honest.stop();
  }
});
