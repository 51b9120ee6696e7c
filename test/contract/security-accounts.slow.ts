import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import * as bcrypt from '@node-rs/bcrypt';
import { askData } from '../graphql/ask.js';
import { apis } from '../permissions/apis.js';
import type { Asked } from '../permissions/write.js';
import { PASSWORD, RESET_TOKEN, VERIFY_TOKEN } from '../permissions/world.js';
import { writes } from '../permissions/writes.js';
import { bodyOf, metaOf } from '../rest/ask.js';
import { mailedToken } from '../rest/accounts.js';
import { everythingStored } from '../support/everything-stored.js';
import { createMember } from '../support/sign-in.js';
import { attempt, UNLIMITED, writeOf } from './attempt.js';
import { openStage, type Stage } from './stage.js';

/** Contract §7.2: lines about accounts and tokens, in REST and GraphQL. */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ ...UNLIMITED, COMMENT_EDIT_MINUTES: '600' });
});
beforeEach(() => stage.snapshot.restore());
afterAll(() => stage.service.stop());

/** Runs a write through both APIs: returns `done`, or the code and reasons. */
async function told(mutation: string, asked: Asked): Promise<string[]> {
  const answers: string[] = [];
  for (const door of Object.values(apis)) {
    const { code, problems } = await door(stage.service, writeOf(mutation), stage.at, {
      about: () => stage.at,
      ...asked,
    });
    answers.push([code, ...problems.map(({ reason }) => reason)].join(' '));
  }
  return answers;
}
const both = (outcome: string) => [outcome, outcome];
const named = (username: string, password = PASSWORD) => ({
  body: { username, password },
  input: { username, password },
});
const isKnown = async (token: string | undefined) => {
  const { viewer } = (await askData(stage.service, '{ viewer { id } }', { token })) as { viewer: unknown };
  const { meta } = bodyOf(await stage.send('GET /events', 'owner')) as { meta: object };
  return [viewer !== null, 'user_uri' in meta];
};

it('7.2.7 inactive accounts cannot act or log in; tokens end with the account, and with its password (contract 7.2-7)', async () => {
  const { at, stored, snapshot } = stage;
  const { owner } = at.users;
  for (const write of writes.filter(({ truth }) => truth.anonymous === 'UNAUTHENTICATED LOGIN_REQUIRED')) {
    const outcomes = await attempt(stage, write, { by: 'inactive' });
    expect([write.name, outcomes]).toEqual([write.name, both('UNAUTHENTICATED LOGIN_REQUIRED')]);
  }
  expect(await told('issueToken', { by: 'anonymous' })).toEqual(both('none'));
  await stored('update users set is_active = false where id = $1', owner);
  expect(await told('issueToken', { by: 'anonymous' })).toEqual(both('FORBIDDEN SIGN_IN_FAILED'));
  expect(await isKnown(at.tokens.owner)).toEqual([false, false]);

  const deleting = 'mutation ($id: ID!) { deleteUser(input: { userId: $id }) { __typename } }';
  const resetting = `mutation ($token: String!) {
    resetPassword(input: { token: $token, password: "another one" }) { __typename } }`;
  const ends: (() => Promise<unknown>)[] = [
    () => stage.send(`DELETE /users/${owner}`, 'admin'),
    () => askData(stage.service, deleting, { token: at.tokens.admin, variables: { id: owner } }),
    () => stage.send('POST /users/passwords', 'anonymous', { token: RESET_TOKEN, password: 'another one' }),
    () => askData(stage.service, resetting, { variables: { token: RESET_TOKEN } }),
  ];
  for (const [index, end] of ends.entries()) {
    await snapshot.restore();
    expect(await isKnown(at.tokens.owner)).toEqual([true, true]);
    await end();
    const left = await stored('select count(*) from access_tokens where user_id = $1', owner);
    expect([index, left, await isKnown(at.tokens.owner)]).toEqual([index, '0', [false, false]]);
    expect(await told('issueToken', { by: 'anonymous' })).toEqual(both('FORBIDDEN SIGN_IN_FAILED'));
  }
});

type Typical = (times: readonly number[]) => number;
/** The minimum is the time of the work itself: other load on the machine only increases it. */
const shortest: Typical = (times) => Math.min(...times);
const median: Typical = (times) => [...times].sort((one, other) => one - other)[times.length >> 1] ?? 0;

/**
 * Measures all variants alternately until their typical times are about equal. More rounds average out noise; a variant
 * that is really slower stays slower.
 *
 * @param ratio maximum ratio of the longest to the shortest time
 * @param turns minimum and maximum number of rounds
 */
async function expectAlike(
  ways: readonly (() => Promise<unknown>)[],
  { typical, ratio, turns: [fewest, most] }: { typical: Typical; ratio: number; turns: readonly [number, number] },
): Promise<void> {
  const times = ways.map((): number[] => []);
  const apart = () => Math.max(...times.map(typical)) / Math.min(...times.map(typical));
  for (let turn = 0; turn < most && !(turn >= fewest && apart() < ratio); turn += 1) {
    for (const [place, ask] of ways.entries()) {
      const began = performance.now();
      await ask();
      times[place]?.push(performance.now() - began);
    }
  }
  const found = times.map(typical);
  expect({ found, alike: apart() < ratio }).toEqual({ found, alike: true });
}

it('7.2.8 neither response nor timing discloses whether an account exists (contract 7.2-8, 2.5-19)', async () => {
  const { pool } = stage.service.database;
  const row = { email: 'fresh@example.org', is_verified: false };
  await createMember(pool, 'fresh', PASSWORD, row);
  await createMember(pool, 'asleep', PASSWORD, { email: 'asleep@example.org', is_active: false });
  const imported = bcrypt.hashSync(createHash('md5').update(PASSWORD).digest('hex'), 10);
  await createMember(pool, 'imported', PASSWORD, { password_hash: imported });
  await createMember(pool, 'keyless', PASSWORD, { password_hash: null });

  const failed = both('FORBIDDEN SIGN_IN_FAILED');
  const names = ['owner', 'fresh', 'asleep', 'imported', 'keyless', 'nobody'];
  for (const username of names) {
    expect([username, await told('issueToken', { by: 'anonymous', ...named(username, 'wrong') })]).toEqual([
      username,
      failed,
    ]);
  }
  expect(await told('issueToken', { by: 'anonymous', ...named('fresh') })).toEqual(
    both('UNAUTHENTICATED NOT_VERIFIED'),
  );
  const { rest, graph } = apis;
  for (const door of [rest, graph]) {
    const logIn = (username: string) => () =>
      door(stage.service, writeOf('issueToken'), stage.at, { by: 'anonymous', ...named(username, 'wrong') });
    await expectAlike(['owner', 'imported', 'fresh', 'nobody'].map(logIn), {
      typical: shortest,
      ratio: 1.15,
      turns: [3, 90],
    });
  }

  const letters = ['requestEmailVerification', 'requestUsernameReminder', 'requestPasswordReset'];
  for (const mutation of letters) {
    for (const door of [rest, graph]) {
      const ask = (name: string) => {
        const given = mutation === 'requestPasswordReset' ? { username: name } : { email: `${name}@example.org` };
        return door(stage.service, writeOf(mutation), stage.at, { by: 'anonymous', body: given, input: given });
      };
      const answer = await ask('owner');
      expect(await Promise.all(['fresh', 'asleep', 'nobody'].map(ask))).toEqual([answer, answer, answer]);
      expect([answer.code, answer.status]).toEqual(['none', door === rest ? 202 : 200]);
      await expectAlike([() => ask('owner'), () => ask('nobody'), () => ask('asleep')], {
        typical: median,
        ratio: 1.3,
        turns: [15, 600],
      });
    }
  }
}, 600_000);

it('7.2.9 the tokens of mails expire, and are stored as hashes; access tokens have 256 bits, and are too (contract 7.2-9, 2.2-9)', async () => {
  const { service, stored } = stage;
  const secrets: string[] = [];
  await service.takeMail();
  const account = { full_name: 'New', password: 'secret enough' };
  await stage.send('POST /users', 'anonymous', { ...account, username: 'new', email: 'new@example.org' });
  secrets.push(await mailedToken(service));
  await stage.send('POST /emails/reminders/password', 'anonymous', { username: 'new' });
  secrets.push(await mailedToken(service));
  const grant = writeOf('issueToken').body?.(stage.at);
  secrets.push(String(bodyOf(await stage.send('POST /token', 'anonymous', grant))['access_token']));
  const issue = 'mutation ($input: IssueTokenInput!) { issueToken(input: $input) { accessToken } }';
  const input = writeOf('issueToken').input(stage.at);
  const { issueToken } = (await askData(service, issue, { variables: { input } })) as {
    issueToken: { accessToken: string };
  };
  secrets.push(issueToken.accessToken);

  for (const secret of secrets) {
    expect(Buffer.from(secret.replace(/^lec_/, ''), 'base64url').length).toBeGreaterThanOrEqual(32);
  }
  const everything = await everythingStored(service.database);
  expect(secrets.filter((secret) => everything.includes(secret.replace(/^lec_/, '')))).toEqual([]);
  expect(await stored('select distinct length(token_hash), octet_length(token_hash) from access_tokens')).toBe('64 64');

  const lives = 'extract(epoch from expires_at - now())::int / 60 as minutes';
  const minutes = await stored(`select purpose, ${lives} from account_tokens where user_id =
    (select id from users where username = 'new') order by purpose`);
  expect(minutes).toMatch(/^reset_password (59|60)\nverify_email (10079|10080)$/);
  await stored("update account_tokens set expires_at = now() - interval '1 second'");
  expect(await told('verifyEmail', { by: 'anonymous', body: { token: VERIFY_TOKEN } })).toEqual(
    both('INVALID VERIFICATION_FAILED'),
  );
  expect(await told('resetPassword', { by: 'anonymous' })).toEqual(both('INVALID RESET_FAILED'));
  expect(metaOf(await stage.send('GET /events', 'owner'))).toHaveProperty('user_uri');
});
