import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pick, randomFrom } from '../../process/random-world.js';
import * as make from '../../support/factories.js';
import { startService, type TestService } from '../../support/service.js';
import { createHosting, uploadSchedule } from './upload.js';

const EDITS = 200;
const seed = Number(process.env['TEST_SEED'] ?? randomInt(2 ** 31));
const random = randomFrom(seed);

/** A talk of the source. */
interface Row {
  id: number;
  title: string;
  hour: number;
  room: string;
  track: string;
  speakers: string[];
}

let service: TestService;
let [event, host] = ['', ''];
const users: string[] = [];
const rows: Row[] = [];
let serial = 0;

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  ({ event, host } = await createHosting(service));
  for (let count = 0; count < 8; count += 1) users.push(await make.createUser(pool));
});
afterAll(() => service.stop());

const one = <Value>(values: readonly Value[]): Value => pick(random, values)!;
const word = (): string => `w${(serial += 1)}`;
const hour = (): number => 9 + Math.floor(random() * 8);

function add(): void {
  rows.push({
    id: (serial += 1),
    title: word(),
    hour: hour(),
    room: one(['A', 'B']),
    track: word(),
    speakers: [word(), word()],
  });
}

const csv = (): string => ['id,title,start,room,track,speakers', ...rows.map(lineOf)].join('\n');
const lineOf = ({ id, title, hour: start, room, track, speakers }: Row): string =>
  [id, title, `2026-06-01 ${start}:00`, room, track, speakers.join('|')].join(',');

/** Edits of the source. */
const edits: readonly ((row: Row) => void)[] = [
  (row) => void (row.id = serial += 1),
  (row) => void (row.title = word()),
  (row) => void (row.hour = hour()),
  (row) => void (row.room = word()),
  (row) => void (row.track = one(['Web', 'Rails', word()])),
  (row) => void row.speakers.push(word()),
  (row) => void row.speakers.shift(),
  (row) => void row.speakers.reverse(),
  (row) => void rows.splice(rows.indexOf(row), 1),
  add,
];

/** What the audience does: each adds a row. */
async function give(): Promise<void> {
  const { pool } = service.database;
  const { rows: talks } = await pool.query<{ id: string }>('select id from talks where event_id = $1 order by id', [
    event,
  ]);
  const [talk, user] = [one(talks).id, one(users)];
  const kind = one(['comment', 'star', 'claim', 'account'] as const);
  if (kind === 'comment') await make.createTalkComment(pool, event, talk, { user_id: user, rating: 4 });
  if (kind === 'star')
    await pool.query('insert into talk_stars (event_id, talk_id, user_id) values ($1, $2, $3) on conflict do nothing', [
      event,
      talk,
      user,
    ]);
  const { rows: free } = await pool.query<{ id: string }>(
    `select id from talk_speakers s where talk_id = $1 and user_id is null
      and not exists (select from talk_speakers o where o.talk_id = s.talk_id and o.user_id = $2)
      and not exists (select from speaker_claims c where c.speaker_id = s.id or (c.talk_id = s.talk_id and c.user_id = $2))`,
    [talk, user],
  );
  if (!free[0]) return;
  if (kind === 'claim') await make.createClaim(pool, event, talk, free[0].id, user);
  if (kind === 'account') await pool.query('update talk_speakers set user_id = $1 where id = $2', [user, free[0].id]);
}

/** Everything of the audience, with the names of the talks in URLs. */
async function audience() {
  const { rows: found } = await service.database.pool.query<{ row: string }>(
    `select concat_ws(' ', 'comment', c.id, c.talk_id, c.user_id, c.rating, c.comment, t.slug, t.stub) as row
      from talk_comments c join talks t on t.id = c.talk_id
    union all select concat_ws(' ', 'star', c.talk_id, c.user_id, t.slug, t.stub) from talk_stars c join talks t on t.id = c.talk_id
    union all select concat_ws(' ', 'claim', c.id, c.talk_id, c.speaker_id, c.user_id) from speaker_claims c
    union all select concat_ws(' ', 'account', c.id, c.talk_id, c.user_id) from talk_speakers c where user_id is not null
    order by row`,
  );
  return found.map(({ row }) => row);
}

/** The talks as the source states them. Speakers with an account or a claim, whom the source removed, may be more. */
async function stored() {
  const { rows: found } = await service.database.pool.query<{ id: string; row: object; speakers: string[] }>(
    `select o.foreign_id as id, json_build_object('title', t.title, 'hour', extract(hour from t.starts_at at time zone 'Europe/Amsterdam')::int,
        'room', t.room, 'track', (select string_agg(k.name, '|') from talk_tracks a join tracks k on k.id = a.track_id where a.talk_id = t.id)) as row,
      array(select display_name from talk_speakers s where s.talk_id = t.id and s.user_id is null
        and not exists (select from speaker_claims c where c.speaker_id = s.id)) as speakers
    from talks t join talk_origins o on o.talk_id = t.id where t.event_id = $1`,
    [event],
  );
  return new Map(found.map((talk) => [Number(talk.id), talk]));
}

it(`${EDITS} random edits of the source leave all audience data, IDs and URLs as they are (TEST_SEED=${seed})`, async () => {
  for (let count = 0; count < 10; count += 1) add();
  let expected: string[] = [];
  for (let edit = 0; edit < EDITS; edit += 1) {
    const before = edit === 0 ? 0 : rows.length;
    const row = rows.length < 4 ? undefined : one(rows);
    if (row) one(edits)(row);
    else add();
    const prune = random() < 0.5;
    const { data, errors } = await uploadSchedule(service, host, { eventId: event, dryRun: false, prune }, csv());
    expect(errors).toEqual([]);
    const { added, changed, moved, unchanged } = data.importSchedule.report;
    expect(added).toBe(Math.max(0, rows.length - before));
    expect(added + changed + moved + unchanged).toBe(rows.length);
    expect(await audience()).toEqual(expected);
    const talks = await stored();
    for (const { id, title, hour: start, room, track, speakers } of rows) {
      expect(talks.get(id)?.row).toEqual({ title, hour: start, room, track });
      expect(speakers).toEqual(expect.arrayContaining(talks.get(id)?.speakers ?? ['a missing talk']));
    }
    await give();
    expected = await audience();
  }
  expect(expected.length).toBeGreaterThan(60);
});
