import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apis, type Outcome } from './apis.js';
import { roles, type Verdict } from './truth.js';
import type { At } from './world.js';
import type { Asked, Wrong, Write } from './write.js';
import type { Rows } from './rows.js';
import { startScenario, writes, type Scenario } from './writes.js';

const limits = [
  ...['LOGIN_ADDRESS', 'REGISTRATION_ADDRESS', 'REFUSED_REGISTRATION_ADDRESS', 'REMINDER_ADDRESS', 'CONTACT_ADDRESS'],
  'APPLICATIONS_USER',
];

let scenario: Scenario;
beforeAll(async () => {
  const once = Object.fromEntries(limits.map((name) => [`LIMIT_${name}`, '1/3600']));
  const further = {
    SPAM_WORDS: 'cheap pills',
    ENFORCE_COMMENT_WINDOW: 'true',
    MAX_PENDING_EVENTS: '2',
    VENUE_ON_EVENT_DAYS: 'false',
  };
  scenario = await startScenario({ TALK_COMMENT_LIMIT: '1/3600', COMMENT_EDIT_MINUTES: '600', ...further, ...once });
});
afterAll(() => scenario.service.stop());

/** Rate limits are counted whatever the outcome. */
const lasting = ({ rate_limits: _, ...rows }: Rows) => JSON.stringify(rows);

/** Runs a write through one API in a new world: its outcome, and all stored data afterwards. */
async function asked(door: keyof typeof apis, write: Write, { given, times = 1, ...asking }: Partial<Wrong> & Asked) {
  const { service, snapshot, world } = scenario;
  const at = { ...world, ...world.shown };
  await snapshot.restore();
  if (given) await service.database.pool.query(given(at));
  for (let time = 1; time < times; time += 1) await apis[door](service, write, at, asking);
  const before = await snapshot.read();
  const { code, problems } = await apis[door](service, write, at, asking);
  const rows = await snapshot.read();
  return { code, problems, rows, isChanged: lasting(rows) !== lasting(before) };
}

/** Code and reasons, with their fields. */
const toldBy = ({ code, problems }: Pick<Outcome, 'code' | 'problems'>) =>
  [code, ...problems.map(({ reason, field }) => (field === undefined ? reason : `${reason}:${field}`))].join(' ');

type Result = Awaited<ReturnType<typeof asked>>;
const refused = (result: Result) => [toldBy(result), result.isChanged ? 'and changed' : 'unchanged'];

const successes = writes.flatMap((write) => {
  const role = roles.find((one) => write.truth[one] === 'done');
  return role ? [{ write, role, name: write.name }] : [];
});
/** Each outcome of each write once, by the first role that gets it. */
const refusals = writes.flatMap((write) =>
  [...new Set<Verdict>(Object.values(write.truth))]
    .filter((verdict) => verdict !== 'done' && verdict !== 'unchanged')
    .map((told) => ({ write, told, name: write.name, by: roles.find((one) => write.truth[one] === told) ?? 'admin' })),
);
/** Records of a pending event do not exist for strangers. */
const unseen = writes
  .filter((write) => write.unseen)
  .map((write) => ({ write, name: write.name, told: `NOT_FOUND ${write.unseen}` }));
const below = { by: 'stranger', about: (at: At) => ({ ...at, ...at.hidden }) } as const;
const wrongs = writes.flatMap((write) =>
  write.wrong.map((wrong) => ({ write, wrong, name: write.name, told: wrong.told })),
);

describe('GraphQL and REST', () => {
  it.each(successes)('store the same rows and messages: $name', async ({ write, role }) => {
    const rest = await asked('rest', write, { by: role });
    expect([rest.code, rest.isChanged]).toEqual(['none', true]);
    expect(await asked('graph', write, { by: role })).toEqual(rest);
  });

  it.each(refusals)('reject alike: $name: $told', async ({ write, by, told }) => {
    const rest = await asked('rest', write, { by });
    expect(refused(rest)).toEqual([told, 'unchanged']);
    expect(await asked('graph', write, { by })).toEqual(rest);
  });

  it.each(unseen)('reject alike: $name: $told', async ({ write, told }) => {
    const rest = await asked('rest', write, below);
    expect(refused(rest)).toEqual([told, 'unchanged']);
    expect(await asked('graph', write, below)).toEqual(rest);
  });

  it.each(wrongs)('reject alike: $name: $told', async ({ write, wrong, told }) => {
    const rest = await asked('rest', write, wrong);
    expect(refused(rest)).toEqual([told, 'unchanged']);
    expect(await asked('graph', write, wrong)).toEqual(rest);
  });
});
