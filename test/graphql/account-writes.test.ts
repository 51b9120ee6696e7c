import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, askData } from './ask.js';

let service: TestService;
let ada: string;
let token: string;

beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  ada = await createUser(pool, { username: 'ada', email: 'ada@example.org' });
  token = await createToken(pool, ada);
});
afterAll(() => service.stop());

const REPLACE = `mutation ($input: ReplaceUserInput!) {
  replaceUser(input: $input) { user { fullName biography twitterUsername } }
}`;
const replace = async (changes: object) => {
  const input = { userId: ada, fullName: 'Ada', email: 'ada@example.org', ...changes };
  return (await askData(service, REPLACE, { token, variables: { input } })).replaceUser.user;
};

describe('replaceUser', () => {
  // A document is compiled when it is repeated: both executors must distinguish omitted from null.
  it.each(['interpreted', 'compiled', 'compiled'])(
    'keeps omitted fields, and clears null or empty ones: %s',
    async () => {
      const profile = { biography: 'Counts', twitterUsername: '@ada' };
      expect(await replace(profile)).toEqual({ fullName: 'Ada', ...profile });
      expect(await replace({})).toEqual({ fullName: 'Ada', ...profile });
      expect(await replace({ biography: null })).toEqual({ fullName: 'Ada', ...profile, biography: null });
      expect(await replace({ twitterUsername: '' })).toEqual({
        fullName: 'Ada',
        biography: null,
        twitterUsername: null,
      });
    },
  );

  it('distinguishes them in literals too', async () => {
    await replace({ biography: 'Counts', twitterUsername: '@ada' });
    const literal = `mutation { replaceUser(input: { userId: ${ada}, fullName: "Ada", email: "ada@example.org", biography: null }) {
      user { biography twitterUsername } } }`;
    expect(await askData(service, literal, { token })).toEqual({
      replaceUser: { user: { biography: null, twitterUsername: '@ada' } },
    });
  });
});

describe('accounts in GraphQL', () => {
  it('a new account is returned in its public form: without its address', async () => {
    const document = `mutation ($input: RegisterInput!) {
      register(input: $input) { user { username email isAdmin isTrusted viewerCanEdit } }
    }`;
    const input = { username: 'grace', fullName: 'Grace', email: 'grace@example.org', password: 'a nanosecond' };
    expect((await askData(service, document, { variables: { input } })).register.user).toEqual({
      username: 'grace',
      email: null,
      isAdmin: null,
      isTrusted: false,
      viewerCanEdit: false,
    });
    const { errors } = await ask(service, document, { variables: { input: { ...input, password: 'short' } } });
    expect(errors[0]?.extensions).toMatchObject({
      code: 'INVALID',
      problems: [
        { reason: 'USERNAME_TAKEN', field: 'username' },
        { reason: 'PASSWORD_TOO_SHORT', field: 'password', limit: 6 },
      ],
    });
    expect(JSON.stringify(errors)).not.toMatch(/a nanosecond|argon2/);
  });

  it('a request for a reset discloses nothing about the account', async () => {
    const document = `mutation ($username: String!) {
      requestPasswordReset(input: { username: $username }) { accepted }
    }`;
    const answers = [];
    for (const username of ['ada', 'nobody']) answers.push(await ask(service, document, { variables: { username } }));
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.data).toEqual({ requestPasswordReset: { accepted: true } });
  });

  it.each([
    ['trustUser(input: { userId: 1 }) { user { id } }', 'trustUser'],
    ['distrustUser(input: { userId: 1 }) { user { id } }', 'distrustUser'],
    ['deleteUser(input: { userId: 1 }) { deletedUserId }', 'deleteUser'],
    ['deleteTalkCommentsOfUser(input: { userId: 1 }) { user { id } }', 'deleteTalkCommentsOfUser'],
  ])('%s is for site administrators', async (field) => {
    const refusal = async (by?: string) =>
      (await ask(service, `mutation { ${field} }`, { token: by })).errors[0]?.extensions;
    expect(await refusal()).toMatchObject({ code: 'UNAUTHENTICATED', problems: [{ reason: 'LOGIN_REQUIRED' }] });
    expect(await refusal(token)).toMatchObject({ code: 'FORBIDDEN', problems: [{ reason: 'ADMINS_ONLY' }] });
  });

  it('each change has two mutations: trust and distrust', async () => {
    const by = await createToken(service.database.pool, await createUser(service.database.pool, { is_admin: true }));
    for (const [verb, isTrusted] of [
      ['trustUser', true],
      ['distrustUser', false],
    ] as const) {
      const document = `mutation { ${verb}(input: { userId: ${ada} }) { user { id isTrusted } } }`;
      expect(await askData(service, document, { token: by })).toEqual({ [verb]: { user: { id: ada, isTrusted } } });
    }
    const gone = await askData(service, `mutation { deleteUser(input: { userId: ${ada} }) { deletedUserId } }`, {
      token: by,
    });
    expect(gone).toEqual({ deleteUser: { deletedUserId: ada } });
  });
});
