import { expect, it } from '@jest/globals';
import { createRateLimits, LimitExceeded } from '../../src/adapters/limits/rate-limits.js';
import { limitNames, type LimitName } from '../../src/config/limits.js';
import type { Run } from '../../src/database/sql/statement.js';

const off = Object.fromEntries(limitNames.map((name) => [name, null])) as Record<LimitName, null>;
const noDatabase: Run = () => Promise.reject(new Error('no statement expected'));

it('counts the writes of a user in memory if no other process shares the database', async () => {
  const settings = { ...off, writes_user: { points: 1, seconds: 60 } };
  const limits = (isOnlyProcess: boolean) =>
    createRateLimits({ run: noDatabase, settings, secretKey: Buffer.alloc(32, 1), isOnlyProcess });
  const alone = limits(true);
  expect(await alone.consume('writes_user', '7')).toMatchObject({ limit: 1, remaining: 0 });
  await expect(alone.consume('writes_user', '7')).rejects.toThrow(LimitExceeded);
  await expect(limits(false).consume('writes_user', '7')).rejects.toThrow('no statement expected');
});
