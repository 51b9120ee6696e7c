import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken, newMarkedToken, newToken } from '../../src/core/common/bearer-token.js';
import { graph, redeem, refreshForm, request, tokensFor } from '../login/flow.js';
import * as make from '../support/factories.js';
import { KEY, startService, type TestService } from '../support/service.js';
import { createClient, createMember } from '../support/sign-in.js';
import { ask, bodyOf } from './ask.js';

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

describe('guessed tokens do not lock out people who log in later at the same address', () => {
  const PASSWORD = 'difference engine';
  const useUp = async () => {
    for (let guess = 1; guess <= 5; guess += 1) expect(await star(newToken())).toBe(401);
  };

  it('by v2.1', async () => {
    const client = await createClient(service.database.pool, { name: 'Website' });
    await createMember(service.database.pool, 'ada', PASSWORD);
    await useUp();
    const credentials = { grant_type: 'password', username: 'ada', password: PASSWORD, ...client };
    const login = bodyOf(await ask(service, '/v2.1/token', { method: 'POST', body: credentials }));
    expect(await star(String(login['access_token']))).toBe(201);
  });

  it('by an authorization code, and who refresh their token', async () => {
    await createMember(service.database.pool, 'grace', PASSWORD);
    await useUp();
    const login = await tokensFor(service, request(service), { username: 'grace', password: PASSWORD });
    expect(await star(login.access_token)).toBe(201);
    const renewed = await redeem(service, refreshForm(login.refresh_token));
    expect(await star(renewed.body.access_token ?? '')).toBe(201);
  });

  it('and who subscribe to their calendar', async () => {
    const { pool } = service.database;
    const token = newMarkedToken(KEY);
    await make.createToken(pool, await make.createUser(pool), { token_hash: hashToken(token) });
    const created = await graph(service, token, 'mutation { createPersonalCalendar { url } }');
    const { url } = (created.data as { createPersonalCalendar: { url: string } }).createPersonalCalendar;
    await useUp();
    expect((await fetch(url)).status).toBe(200);
  });

  it('but a token that looks like one of the service costs no lookup', async () => {
    const { pool } = service.database;
    const forged = newMarkedToken(randomBytes(32));
    await make.createToken(pool, await make.createUser(pool), { token_hash: hashToken(forged) });
    await useUp();
    expect(await star(forged)).toBe(401);
  });
});
