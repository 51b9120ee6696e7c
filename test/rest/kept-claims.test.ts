import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldName } from '../../src/core/talk/speaker-names.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { askData } from '../graphql/ask.js';
import { uploadSchedule } from '../imports/schedule/upload.js';
import { ask } from './ask.js';

/**
 * Random sequences of writes to the speakers of one talk. No approved claim is ever lost, unless a list has neither of the
 * names of its speaker (decisions no. 46).
 */
const RUNS = 25;
const seed = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

const names = ['Zoë Groß', 'Νίκος', 'Kim Lee', 'İpek Ñandú', 'Ada'];
const forms: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.normalize('NFD'),
  (name) => name.toUpperCase(),
  (name) => ` ${name.toLowerCase().normalize('NFD')}\u00a0`,
];

const name = fc.tuple(fc.nat(names.length - 1), fc.nat(forms.length - 1)).map(([n, f]) => forms[f]!(names[n]!));
const list = fc.array(name, { maxLength: 5 });
const who = fc.nat(2);
/** The speaker at a place of the talk, in a form of the name. */
const claimed = { who, at: fc.nat(4), form: fc.nat(forms.length - 1) };
const step = fc.oneof(
  fc.record({ does: fc.constant('put' as const), list, by: fc.constantFrom('v2.1' as const, 'graph' as const) }),
  fc.record({ does: fc.constant('import' as const), list }),
  // A host who names the claimant approves a claim, and assigns the speaker otherwise.
  fc.record({ does: fc.constant('claim' as const), ...claimed }),
  fc.record({ does: fc.constant('decide' as const), ...claimed }),
  fc.record({ does: fc.constant('link' as const), ...claimed }),
  fc.record({ does: fc.constant('rename' as const), who, name }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

let service: TestService;
let [event, talk, host] = ['', '', ''];
const people: { id: string; username: string; token: string }[] = [];
const fields = { title: 'Talk', startDate: '2026-06-01T09:30:00+02:00' };

beforeAll(async () => {
  service = await startService({ LIMIT_CLAIMS_USER: 'off' });
  const { pool } = service.database;
  const hostId = await make.createUser(pool);
  host = await make.createToken(pool, hostId);
  event = await make.createEvent(pool);
  await make.createHost(pool, event, hostId);
  for (const index of [0, 1, 2]) {
    const username = `person${index}`;
    const id = await make.createUser(pool, { username });
    people.push({ id, username, token: await make.createToken(pool, id) });
  }
});
afterAll(() => service.stop());

/** The names of each linked account on the talk. */
async function linked(): Promise<Map<string, readonly string[]>> {
  const { rows } = await service.database.pool.query<{ id: string; printed: string; account: string }>(
    `select u.id, s.display_name as printed, u.full_name as account from talk_speakers s
      join users u on u.id = s.user_id where s.talk_id = $1`,
    [talk],
  );
  return new Map(rows.map(({ id, printed, account }) => [id, [printed, account].map(foldName)]));
}

const claim = (token: string, username: string, speaker: string) =>
  ask(service, `/v2.1/talks/${talk}/speakers`, { method: 'POST', token, body: { display_name: speaker, username } });

async function perform(now: Step): Promise<void> {
  if (now.does === 'rename') {
    const { pool } = service.database;
    await pool.query('update users set full_name = $1 where id = $2', [now.name.trim(), people[now.who]!.id]);
  } else if (now.does === 'import') {
    const row = `1,${fields.title},2026-06-01 09:30,"${now.list.join('|')}"`;
    await uploadSchedule(service, host, { eventId: event, dryRun: false }, `id,title,start,speakers\n${row}`);
  } else if (now.does === 'put') await put(now.list, now.by);
  else {
    const { username, token } = people[now.who]!;
    const speaker = await speakerAt(now.at, forms[now.form]!);
    if (now.does !== 'decide') await claim(token, username, speaker);
    if (now.does !== 'claim') await claim(host, username, speaker);
  }
}

async function speakerAt(at: number, form: (name: string) => string): Promise<string> {
  const { speakers } = (await askData(service, `{ talk(id: ${talk}) { speakers { name } } }`)).talk;
  return form(String(speakers[at % speakers.length]?.name ?? ''));
}

async function put(speakers: readonly string[], by: 'v2.1' | 'graph'): Promise<void> {
  if (by === 'graph') {
    const input = { talkId: talk, ...fields, description: 'D', speakers };
    const query = 'mutation ($input: ReplaceTalkInput!) { replaceTalk(input: $input) { talk { id } } }';
    await askData(service, query, { variables: { input }, token: host });
    return;
  }
  const body = { talk_title: fields.title, talk_description: 'D', start_date: fields.startDate, speakers };
  const { status } = await ask(service, `/v2.1/talks/${talk}`, { method: 'PUT', token: host, body });
  expect(status).toBe(204);
}

async function newTalk(): Promise<void> {
  const { pool } = service.database;
  await pool.query('delete from talks where event_id = $1', [event]);
  talk = await make.createTalk(pool, event, { title: fields.title, starts_at: fields.startDate });
}

it('no approved claim is lost unless neither name is in the list', async () => {
  let count = 0;
  const sequences = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
    await newTalk();
    for (const now of steps) {
      const before = await linked();
      await perform(now);
      const after = await linked();
      const listed = now.does === 'put' ? new Set(now.list.map(foldName)) : null;
      const expected = [...before].filter(([, known]) => !listed || known.some((one) => listed.has(one)));
      for (const [id] of expected) expect([now.does, id, after.has(id)]).toEqual([now.does, id, true]);
      if (now.does === 'put') expect(after.size).toBe(expected.length);
      count += expected.length;
    }
  });
  await fc.assert(sequences, { numRuns: RUNS, seed });
  // The sequences approve claims.
  expect(count).toBeGreaterThan(20);
});
