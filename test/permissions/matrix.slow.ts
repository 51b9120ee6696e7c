import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { statuses } from '../../rest-facade/wire/errors.js';
import type { ErrorCode } from '../../src/core/errors.js';
import { apis, type Outcome } from './apis.js';
import { blindRoles, roles, type Role, type Verdict } from './truth.js';
import type { At } from './world.js';
import type { Write } from './write.js';
import { startScenario, writes, type Scenario } from './writes.js';

// A script that breaks one rule selects the writes that this rule decides about.
const rule = process.env['LECTERN_RULE'];
const tried = writes.filter(({ asks }) => rule === undefined || asks.some((one) => one === rule));

const unlimited = [
  'LOGIN_ADDRESS',
  'LOGIN_ACCOUNT_ADDRESS',
  'LOGIN_ACCOUNT',
  'REGISTRATION_ADDRESS',
  'REMINDER_ADDRESS',
  'REMINDER_ACCOUNT',
];
const limits = [...unlimited, 'CONTACT_ADDRESS', 'APPLICATIONS_USER', 'UNKNOWN_TOKEN_ADDRESS'];

let scenario: Scenario;
beforeAll(async () => {
  const off = Object.fromEntries(limits.map((name) => [`LIMIT_${name}`, 'off']));
  scenario = await startScenario({ COMMENT_EDIT_MINUTES: '600', ...off });
});
afterAll(() => scenario.service.stop());

/** The outcome, in the notation of the table; the status of v2.1 must match its code. */
function verdictOf({ status, code, problems }: Outcome, api: keyof typeof apis, isAsBefore: boolean): string {
  if (code === 'none') return (status < 300 && (isAsBefore ? 'unchanged' : 'done')) || `a status of ${status}`;
  const refused = `${code} ${problems.map(({ reason }) => reason).join(' ')}`;
  if (!isAsBefore) return `${refused}, but data have changed`;
  return api === 'graph' || status === statuses[code as ErrorCode] ? refused : `${refused} with status ${status}`;
}

/** Runs a write as this role in REST and GraphQL, each in a new world. */
async function attempt(write: Write, at: At, by: Role): Promise<readonly string[]> {
  const { service, snapshot } = scenario;
  const told: string[] = [];
  for (const api of ['rest', 'graph'] as const) {
    const outcome = await apis[api](service, write, at, { by });
    const isAsBefore = await snapshot.isAsBefore();
    const verdict = verdictOf(outcome, api, isAsBefore);
    told.push(verdict === 'done' ? verdict + (await effectOf(write, by)) : verdict);
    if (!isAsBefore) await snapshot.restore();
  }
  return told;
}

/** The resulting value in the database, if the table expects one. */
async function effectOf({ leaves }: Write, by: Role): Promise<string> {
  if (leaves?.by[by] === undefined) return '';
  const { rows } = await scenario.service.database.pool.query<Record<string, string>>(leaves.query);
  return `, leaving ${Object.values(rows[0] ?? {}).join()}`;
}

const expected = ({ leaves }: Write, by: Role, verdict: Verdict) =>
  verdict === 'done' && leaves?.by[by] !== undefined ? `${verdict}, leaving ${leaves.by[by]}` : verdict;

/** Both outcomes of each role: one diff shows all deviations from the table. */
async function truthOf(write: Write, place: 'shown' | 'hidden', who: readonly Role[]) {
  const at = { ...scenario.world, ...scenario.world[place] };
  const told: Partial<Record<Role, readonly string[]>> = {};
  for (const role of who) told[role] = await attempt(write, at, role);
  return told;
}

describe('Permissions, in REST and GraphQL', () => {
  // No `it.each`: it fails without cases, as for some rules.
  for (const write of tried) {
    it(write.name, async () => {
      const truth = roles.map((role) => [role, Array(2).fill(expected(write, role, write.truth[role]))]);
      expect(await truthOf(write, 'shown', roles)).toEqual(Object.fromEntries(truth));
    });
  }

  for (const write of tried.filter(({ unseen }) => unseen)) {
    it(`${write.name}, of a hidden event`, async () => {
      const truth = blindRoles.map((role) => [role, Array(2).fill(`NOT_FOUND ${write.unseen}`)]);
      expect(await truthOf(write, 'hidden', blindRoles)).toEqual(Object.fromEntries(truth));
    });
  }
});
