import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken, newToken } from '../../src/core/common/bearer-token.js';
import * as make from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { apis } from './apis.js';
import type { World } from './world.js';
import type { Write } from './write.js';
import { startScenario, writes, type Scenario } from './writes.js';

/** The others are anonymous by design, and invalid tokens cannot affect them. */
const closed = writes.filter(({ truth }) => truth.anonymous.startsWith('UNAUTHENTICATED'));

let scenario: Scenario;
/** Invalid credentials: headers, by their defect. */
let falseTokens: Readonly<Record<string, string>>;

beforeAll(async () => {
  const off = { LIMIT_UNKNOWN_TOKEN_ADDRESS: 'off', LIMIT_WRITES_USER: 'off' };
  scenario = await startScenario(off, async (service, world) => {
    falseTokens = await makeFalseTokens(service, world);
  });
});
afterAll(() => scenario.service.stop());

async function makeFalseTokens(service: TestService, world: World): Promise<Record<string, string>> {
  const { pool } = service.database;
  const good = world.tokens.admin!;
  const { admin } = world.users;
  const ended = await make.createToken(pool, admin, { expires_at: new Date(Date.now() - 1_000) });
  const revoked = await make.createToken(pool, admin);
  await pool.query('delete from access_tokens where token_hash = $1', [hashToken(revoked)]);
  const gone = await make.createUser(pool, { is_admin: true });
  const ofDeletedAccount = await make.createToken(pool, gone);
  await pool.query('delete from users where id = $1', [gone]);
  const flipped = (good.startsWith('l') ? 'L' : 'l') + good.slice(1);
  const others = Array.from({ length: 5 }, (_, place) => [`made up, no. ${place}`, newToken()] as const);
  const tokens = {
    ...{ ended, revoked, 'of a deleted account': ofDeletedAccount },
    ...{ 'the stored hash of a valid one': hashToken(good), 'all but the end': good.slice(0, -1) },
    ...{ 'an extra character': `${good}A`, 'another case': flipped, 'the prefix alone': good.slice(0, 4) },
    ...{ 'a pattern': `${good.slice(0, 8)}%`, SQL: `'or''='`, 'a number': '1', null: 'null', undefined: 'undefined' },
    ...Object.fromEntries(others),
  };
  const bearers = Object.entries(tokens).map(([what, token]) => [what, `Bearer ${token}`] as const);
  return {
    ...Object.fromEntries(bearers),
    'no token': 'Bearer',
    'another scheme': `Basic ${Buffer.from(`admin:${good}`).toString('base64')}`,
    'a valid one without a scheme': good,
    'a valid one after another': `Bearer ${newToken()} ${good}`,
  };
}

/** The outcome, unless it is an authentication error. */
async function letIn(write: Write, at: World & World['shown']): Promise<string[]> {
  const { service, snapshot } = scenario;
  const surprises: string[] = [];
  for (const [what, authorization] of Object.entries(falseTokens)) {
    for (const door of ['rest', 'graph'] as const) {
      const { code, status } = await apis[door](service, write, at, { by: 'admin', authorization });
      if (code !== 'UNAUTHENTICATED' && code !== 'INVALID') surprises.push(`${door}, ${what}: ${code} ${status}`);
    }
  }
  if (!(await snapshot.isAsBefore())) surprises.push('something was changed');
  return surprises;
}

describe('An invalid token, in REST and GraphQL', () => {
  it('is distinguished from a valid one', async () => {
    const at = { ...scenario.world, ...scenario.world.shown };
    const [write] = closed;
    const { code } = await apis.rest(scenario.service, write!, at, { by: 'admin' });
    expect(code).toBe('none');
    await scenario.snapshot.restore();
  });

  it.each(closed)('does nothing for $name', async (write) => {
    expect(await letIn(write, { ...scenario.world, ...scenario.world.shown })).toEqual([]);
  });
});
