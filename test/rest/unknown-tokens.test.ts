import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newToken } from '../../src/core/common/bearer-token.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask } from './ask.js';

let service: TestService;
let talk: string;
beforeAll(async () => {
  service = await startService({ LIMIT_UNKNOWN_TOKEN_ADDRESS: '3/60' });
  talk = await make.createTalk(service.database.pool, await make.createEvent(service.database.pool));
});
afterAll(() => service.stop());

const star = async (token: string) =>
  (await ask(service, `/v2.1/talks/${talk}/starred`, { method: 'POST', token })).status;

it('guessed tokens do not lock out valid ones of the same address; a revoked one is invalid immediately', async () => {
  const { pool } = service.database;
  const user = await make.createUser(pool);
  const [token, unseen] = [await make.createToken(pool, user), await make.createToken(pool, user)];
  expect(await star(token)).toBe(201);
  for (let guess = 1; guess <= 5; guess += 1) expect(await star(newToken())).toBe(401);

  expect(await star(token)).toBe(201);
  service.takeStatements();
  expect(await star(unseen)).toBe(401);
  expect(service.takeStatements().filter((text) => text.includes('access_tokens'))).toEqual([]);
  await pool.query('delete from access_tokens where user_id = $1', [user]);
  expect(await star(token)).toBe(401);
});
