import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { threadCpuMs } from '../support/cpu-time.js';
import { createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, recordOf } from './ask.js';

let service: TestService;

beforeAll(async () => {
  service = await startService({ LIMIT_REGISTRATION_ADDRESS: 'off', ACCOUNT_DISCLOSURE: 'legacy' });
  await createUser(service.database.pool, { username: 'Taken', email: 'taken@example.org' });
  await createUser(service.database.pool, { username: 'Asleep', email: 'asleep@example.org', is_active: false });
});
afterAll(() => service.stop());

const register = (body: object) => ask(service, '/v2.1/users', { method: 'POST', body });
const ada = {
  username: 'ada',
  full_name: 'Ada Lovelace',
  email: 'ada@example.org',
  password: 'difference engine',
};

describe('POST /users (contract §2.5)', () => {
  it('creates an active, unverified account without privileges', async () => {
    const answer = await register({ ...ada, full_name: '  Ada Lovelace ', biography: 'Counts & <writes>', admin: 1 });
    const location = answer.headers.get('location') ?? '';
    expect([answer.status, answer.text]).toEqual([201, '']);
    expect(location).toMatch(new RegExp(`^${service.base}/v2.1/users/\\d+$`));
    const { rows } = await service.database.pool.query(
      `select username, full_name, email, biography, twitter_username, is_active, is_verified, is_admin, is_trusted
        from users where id = $1`,
      [location.split('/').at(-1)],
    );
    expect(rows).toEqual([
      {
        username: 'ada',
        full_name: 'Ada Lovelace',
        email: 'ada@example.org',
        biography: 'Counts & <writes>',
        twitter_username: null,
        is_active: true,
        is_verified: false,
        is_admin: false,
        is_trusted: false,
      },
    ]);
    expect(recordOf(await ask(service, location), 'users')).toMatchObject({ username: 'ada', twitter_username: null });
  });

  it('mails the link that verifies the address, and stores neither token nor password in plain text', async () => {
    await service.takeMail();
    const grace = { ...ada, username: 'grace', email: 'Grace@Example.org', password: 'a nanosecond of wire' };
    expect((await register(grace)).status).toBe(201);
    const [mail, ...others] = await service.takeMail();
    expect([mail?.kind, mail?.to, others]).toEqual(['welcome', 'Grace@Example.org', []]);
    const { username, verificationUrl } = mail?.data as { username: string; verificationUrl: string };
    expect(username).toBe('grace');
    const token = new URL(verificationUrl).searchParams.get('token') ?? '';
    expect(verificationUrl).toBe(`${service.base}/user/verification?token=${token}`);
    expect(Buffer.from(token, 'base64url').length).toBe(32);
    const { rows } = await service.database.pool.query<{ stored: string }>(
      `select u.password_hash || t.token_hash as stored, u.password_hash ~ '^\\$argon2id\\$' as argon,
          round(extract(epoch from t.expires_at - now()) / 86400)::int as days
        from users u join account_tokens t on t.user_id = u.id where u.username = 'grace'`,
    );
    expect(rows).toEqual([expect.objectContaining({ argon: true, days: 7 })]);
    expect(rows[0]?.stored).not.toContain(token);
    expect(rows[0]?.stored).not.toContain('nanosecond');
  });

  it('reports all errors together, in the order of the contract', async () => {
    const answer = await register({ twitter_username: 'x'.repeat(21) });
    expect([answer.status, bodyOf(answer)]).toEqual([
      400,
      [
        "'username' is a required field. 'full_name' is a required field. A valid entry for 'email' is required. " +
          "'password' is a required field. 'twitter_username' must be at most 20 characters",
      ],
    ]);
    const taken = { username: ' TAKEN ', full_name: ' ', email: 'taken@EXAMPLE.org', password: '12345' };
    expect(bodyOf(await register(taken))).toEqual([
      "That username is already in use. Choose another. 'full_name' is a required field. " +
        'That email is already associated with another account. Passwords must be at least 6 characters long',
    ]);
  });

  it.each([
    ['an invalid address', { email: 'nonsense' }, "A valid entry for 'email' is required"],
    ['two addresses', { email: 'a@b.org, c@d.org' }, "A valid entry for 'email' is required"],
    [
      'a long address',
      { email: `${'x'.repeat(60)}@${'y'.repeat(60)}.${'z'.repeat(63)}.${'z'.repeat(20)}.org` },
      "'email' must be at most 200 characters",
    ],
    ['a long username', { username: 'x'.repeat(101) }, "'username' must be at most 100 characters"],
    ['a long name', { full_name: 'x'.repeat(201) }, "'full_name' must be at most 200 characters"],
    ['a long biography', { biography: 'x'.repeat(65_536) }, "'biography' must be at most 65535 characters"],
    ['the character U+0000', { username: 'a\0b' }, "'username' contains characters that cannot be stored"],
    ['a long password', { password: 'x'.repeat(1_025) }, 'Passwords must be at most 1024 bytes long'],
    ['a list as password', { password: ['secret'] }, 'Expected parameter password is not a readable string'],
    [
      'the name of an account that is not active',
      { username: 'asleep' },
      'That username is already in use. Choose another',
    ],
    ['its address', { email: 'ASLEEP@example.org' }, 'That email is already associated with another account'],
  ])('rejects %s', async (_, wrong, sentence) => {
    const answer = await register({ ...ada, username: 'unused', email: 'unused@example.org', ...wrong });
    expect([answer.status, bodyOf(answer)]).toEqual([400, [sentence]]);
  });

  it('refuses a username of any length at little cost, without a look at the database', async () => {
    const marks = 'e' + '\u0323\u0301'.repeat(40_000);
    await register({ ...ada, username: 'x'.repeat(101) });
    const answers: unknown[] = [];
    const cpuMs = await threadCpuMs(async () => {
      for (const names of [{ username: marks }, { username: 'taken', email: marks }])
        answers.push(bodyOf(await register({ ...ada, email: 'unused@example.org', ...names })));
    });
    expect(answers).toEqual([
      ["'username' must be at most 100 characters"],
      [expect.stringContaining("'email' must be at most 200 characters")],
    ]);
    expect(cpuMs).toBeLessThan(300);
  });

  it('accepts addresses and names in any script, and a password of any characters', async () => {
    const umlaut = { ...ada, username: 'Jürgen 🎤', email: 'jürgen@exämple.de', password: '  пароль ' };
    expect((await register(umlaut)).status).toBe(201);
    expect((await register({ ...umlaut, email: 'other@example.de', username: 'JÜRGEN 🎤' })).status).toBe(400);
  });

  it('60 concurrent registrations of one name create one account and one mail', async () => {
    await service.takeMail();
    const [names, mails] = [
      { ...ada, username: 'one', email: 'one@example.org' },
      { ...ada, username: 'another', email: 'another@example.org' },
    ];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        register(index % 2 === 0 ? { ...names, email: `${index}@example.org` } : { ...mails, username: `u${index}` }),
      ),
    );
    const told = answers.filter(({ status }) => status === 400).map((answer) => String(bodyOf(answer)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(told).toHaveLength(58);
    expect(new Set(told)).toEqual(
      new Set([
        'That username is already in use. Choose another',
        'That email is already associated with another account',
      ]),
    );
    expect(await service.takeMail()).toHaveLength(2);
  });
});

describe('registration is limited by address (decisions no. 50)', () => {
  let limited: TestService;
  beforeAll(async () => (limited = await startService()));
  afterAll(() => limited.stop());

  it('200 identical ones concurrently create one account; the others are refused, or get Retry-After', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => ask(limited, '/v2.1/users', { method: 'POST', body: ada })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => ![201, 400, 429, 503].includes(status))).toEqual([]);
    const waiting = answers.filter(({ status }) => status === 429 || status === 503);
    expect(waiting.filter(({ headers }) => !headers.has('retry-after'))).toEqual([]);
    const { rows } = await limited.database.pool.query("select count(*)::int from users where lower(username) = 'ada'");
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('gets Retry-After beyond it', async () => {
    const one = await startService({ LIMIT_REGISTRATION_ADDRESS: '1/3600' });
    try {
      const post = (body: object) => ask(one, '/v2.1/users', { method: 'POST', body });
      expect((await post(ada)).status).toBe(201);
      const refused = await post({ ...ada, username: 'grace', email: 'grace@example.org' });
      const seconds = refused.headers.get('retry-after');
      expect([refused.status, bodyOf(refused)]).toEqual([
        429,
        [`Rate limit exceeded. Try again in ${seconds} seconds`],
      ]);
    } finally {
      await one.stop();
    }
  });

  it('counts accounts only: refused input costs nothing', async () => {
    const service = await startService({ LIMIT_REGISTRATION_ADDRESS: '2/3600' });
    try {
      const post = async (body: object) => (await ask(service, '/v2.1/users', { method: 'POST', body })).status;
      const person = (name: string) => ({ ...ada, username: name, email: `${name}@example.org` });
      const statuses: number[] = [];
      for (let turn = 0; turn < 5; turn += 1) statuses.push(await post({ ...person('ada'), password: 'x' }));
      statuses.push(await post(person('ada')));
      for (let turn = 0; turn < 5; turn += 1) statuses.push(await post(person('ada')));
      statuses.push(await post(person('grace')), await post(person('hedy')));
      expect(statuses).toEqual([...Array<number>(5).fill(400), 201, ...Array<number>(5).fill(400), 201, 429]);
    } finally {
      await service.stop();
    }
  });

  it('beyond it, stops to say which names are in use as well', async () => {
    const limits = { LIMIT_REGISTRATION_ADDRESS: '1/3600', LIMIT_REFUSED_REGISTRATION_ADDRESS: '2/3600' };
    const service = await startService(limits);
    try {
      await createUser(service.database.pool, { username: 'Taken' });
      const post = async (username: string) =>
        (await ask(service, '/v2.1/users', { method: 'POST', body: { ...ada, email: `${username}@x.org`, username } }))
          .status;
      const statuses: number[] = [];
      for (const name of ['free', 'free1', 'free2', 'taken', 'free3']) statuses.push(await post(name));
      expect(statuses).toEqual([201, 429, 429, 429, 429]);
    } finally {
      await service.stop();
    }
  });

  it('stops to say which names are in use after many refusals, but not to register', async () => {
    const limits = { LIMIT_REGISTRATION_ADDRESS: '3/3600', LIMIT_REFUSED_REGISTRATION_ADDRESS: '2/3600' };
    const service = await startService(limits);
    try {
      await createUser(service.database.pool, { username: 'Taken' });
      const post = (body: object) => ask(service, '/v2.1/users', { method: 'POST', body });
      const probe = { ...ada, username: 'taken', password: 'x' };
      const tooShort = 'Passwords must be at least 6 characters long';
      const taken = 'That username is already in use. Choose another';
      const probes = [await post(probe), await post(probe), await post(probe), await post(probe)];
      expect(probes.map((answer) => String(bodyOf(answer)))).toEqual([
        ...[`${taken}. ${tooShort}`, `${taken}. ${tooShort}`],
        ...[tooShort, tooShort],
      ]);
      expect((await post(ada)).status).toBe(201);
      const costly = { ...probe, password: ada.password };
      const asked = [await post(costly), await post(costly), await post(costly)];
      expect(asked.map(({ status }) => status)).toEqual([400, 400, 429]);
    } finally {
      await service.stop();
    }
  });
});
