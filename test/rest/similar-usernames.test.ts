import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAccount } from '../../src/core/account/operator-accounts.js';
import { hashPassword, passwordProblem, verifyPassword } from '../../src/adapters/passwords/passwords.js';
import { closeOrm, createOrm } from '../../src/database/orm.js';
import { askData } from '../graphql/ask.js';
import { createToken, createUser, unique } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, recordsOf } from './ask.js';

const TAKEN = [400, ['That username is already in use. Choose another']];
const MISLEADING = [400, ['That username mixes scripts or contains invisible characters. Choose another']];

let service: TestService;
beforeAll(async () => {
  service = await startService({ LIMIT_REGISTRATION_ADDRESS: 'off' });
});
afterAll(() => service.stop());

const person = () => ({ full_name: 'Zoe', email: `${unique()}@example.org`, password: 'difference engine' });
const register = async (username: string) => {
  const answer = await ask(service, '/v2.1/users', { method: 'POST', body: { ...person(), username } });
  return answer.status === 201 ? [201] : [answer.status, bodyOf(answer)];
};
const stored = (username: string) => createUser(service.database.pool, { username });

describe('registration refuses a username that looks like another', () => {
  it.each([
    ['an accent', 'zoe1', 'zoë1'],
    ['an accent of the other', 'rené2', 'RENE2'],
    ['a decomposed accent', 'zoë3', 'zoe\u03083'],
    ['ß for ss', 'strasse4', 'Straße4'],
    ['ø for o', 'soren5', 'søren5'],
    ['ł for l', 'pawel6', 'paweł6'],
    ['full-width letters', 'wide7', 'ｗｉｄｅ７'],
    ['l for I', 'paypal8', 'paypaI8'],
    ['0 for O', 'BOO9', 'B0O9'],
    ['rn for m', 'summer10', 'surnmer10'],
    ['Cyrillic letters throughout', 'copa', 'сора'],
    ['Latin letters for Cyrillic ones', 'хохо', 'xoxo'],
    ['Greek letters throughout', 'KOTA', 'ΚΟΤΑ'],
  ])('by %s: %s, %s', async (_, first, second) => {
    await stored(first);
    expect(await register(second)).toEqual(TAKEN);
  });

  it('also if the other account is inactive', async () => {
    await createUser(service.database.pool, { username: 'söndag', is_active: false });
    expect(await register('sondag')).toEqual(TAKEN);
  });

  it.each([
    ['Latin and Cyrillic letters', 'pаypal'],
    ['Latin and Greek letters', 'αlpha'],
    ['a zero-width space', 'ad\u200bmin'],
    ['a soft hyphen', 'ad\u00admin'],
    ['a joiner between Latin letters', 'ad\u200dmin'],
    ['a bidirectional control', 'ad\u202emin'],
    ['invisible characters only', '\u3164'],
  ])('and one with %s', async (_, username) => {
    expect(await register(username)).toEqual(MISLEADING);
  });

  it.each([
    ...[
      'Мария',
      'ανδρέας',
      'Արամ',
      'محمد',
      'שרה',
      'अनीता',
      '山田太郎',
      'やまだたろう',
      '山田taro',
      '김철수dev',
      '陳大文',
    ],
    ...['Nguyễn Văn', 'd’Artagnan-7', 'الأول_2', 'Jürgen 🎤', 'نیم\u200cفاصله'],
  ])('but not %s', async (username) => {
    expect(await register(username)).toEqual([201]);
  });

  it('and one that is an e-mail address, except the own one', async () => {
    expect(await register('victim@example.net')).toEqual(TAKEN);
    const email = `${unique()}@example.org`;
    const body = { ...person(), email, username: email.toUpperCase() };
    expect((await ask(service, '/v2.1/users', { method: 'POST', body })).status).toBe(201);
    expect(await register('@ada')).toEqual([201]);
  });

  it('once, of many at the same time', async () => {
    const names = ['malou', 'mälou', 'maløu', 'maIou', 'malou', 'málóú'];
    const answers = await Promise.all(names.map(register));
    expect(answers.map(([status]) => status).filter((status) => status === 201)).toHaveLength(1);
  });

  it('also on the command line', async () => {
    await stored('ulla');
    const orm = createOrm(service.database.address, 1);
    const passwords = { hashPassword, passwordProblem, verifyPassword };
    const names = { username: 'ülla', fullName: 'U', email: `${unique()}@example.org`, password: 'difference engine' };
    const created = createAccount(orm.em.fork(), passwords, { ...names, isAdmin: false, isTrusted: false });
    await expect(created).rejects.toThrow('INVALID: USERNAME_TAKEN (username)');
    await closeOrm(orm);
  });
});

describe('accounts whose usernames look alike from before', () => {
  const fields = { full_name: 'Zoe', email: '' };
  const twins = async () => {
    const base = `nina${unique().replace(/[01]/g, '2')}`;
    const [plain, accented] = [await stored(base), await stored(`${base}é`.replace('nina', 'niña'))];
    const third = await stored(`${base}e`);
    return { base, plain, accented, third };
  };
  const put = async (id: string, username: string) => {
    const token = await createToken(service.database.pool, id);
    const body = { ...fields, email: `${unique()}@example.org`, username };
    const answer = await ask(service, `/v2.1/users/${id}`, { method: 'PUT', token, body });
    return answer.status === 204 ? [204] : [answer.status, bodyOf(answer)];
  };

  it('keep them, may change their case, and cannot take another that looks alike', async () => {
    const { base, accented, plain } = await twins();
    const own = `${base}é`.replace('nina', 'niña');
    expect(await put(accented, own)).toEqual([204]);
    expect(await put(accented, own.toUpperCase())).toEqual([204]);
    const taken = [400, ['That username is already associated with another account']];
    expect(await put(plain, `${base}ë`)).toEqual(taken);
    const mixed = await stored('оld mixed name');
    expect(await put(mixed, 'оld mixed name')).toEqual([204]);
    expect(await put(mixed, 'оther mixed name')).toEqual(MISLEADING);
  });

  it('are found by their exact username first, and have pages of their own', async () => {
    const { pool } = service.database;
    const zoe = await createUser(pool, { username: 'zoe', full_name: 'Plain Zoe' });
    const accented = await createUser(pool, { username: 'zoë', full_name: 'Dotted Zoë' });
    for (const [username, ids] of [
      ['zoe', [zoe, accented]],
      ['ZOË', [accented, zoe]],
      ['zoé', [zoe, accented]],
    ] as const) {
      const listed = recordsOf(await ask(service, `/v2.1/users?username=${encodeURIComponent(username)}`), 'users');
      expect(listed.map(({ uri }) => String(uri).split('/').at(-1))).toEqual(ids);
      const query =
        'query ($name: String!, $after: String) { users(username: $name, first: 1, after: $after) { nodes { id } pageInfo { endCursor } } }';
      const first = (await askData(service, query, { variables: { name: username } })).users;
      const variables = { name: username, after: first.pageInfo.endCursor };
      const second = (await askData(service, query, { variables })).users;
      expect([first, second].flatMap(({ nodes }) => nodes.map(({ id }: { id: string }) => id))).toEqual(ids);
    }
    const backwards = '{ users(username: "zoë", last: 1) { nodes { id } } }';
    expect((await askData(service, backwards)).users.nodes).toEqual([{ id: zoe }]);
    const beyond = await ask(service, '/v2.1/users?username=zoe&start=1500');
    expect([beyond.status, recordsOf(beyond, 'users')]).toEqual([200, []]);
    const found = async (name: string) =>
      (
        await askData(service, 'query ($name: String!) { userByUsername(username: $name) { id } }', {
          variables: { name },
        })
      ).userByUsername;
    expect(await found(' ZOË ')).toEqual({ id: accented });
    expect([await found('zoé'), await found('\0')]).toEqual([null, null]);
    const page = async (username: string) => {
      const answer = await fetch(`${service.base}/user/${encodeURIComponent(username)}`);
      return [answer.status, /<h1[^>]*>([^<]*)/.exec(await answer.text())?.[1]];
    };
    expect(await page('zoe')).toEqual([200, 'Plain Zoe']);
    expect(await page('Zoë')).toEqual([200, 'Dotted Zoë']);
    expect((await page('zoé'))[0]).toBe(404);
  });
});
