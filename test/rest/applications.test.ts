import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { createClient, createMember } from '../support/sign-in.js';
import { ask, bodyOf, metaOf, recordOf, recordsOf, type Answer } from './ask.js';

let service: TestService;
let [ada, token, stranger, admin] = ['', '', '', ''];
beforeAll(async () => {
  service = await startService({ LIMIT_APPLICATIONS_USER: '1000/60' });
  const { pool } = service.database;
  ada = await createMember(pool, 'ada', 'difference engine');
  token = await createToken(pool, ada);
  stranger = await createToken(pool, await createUser(pool));
  admin = await createToken(pool, await createUser(pool, { is_admin: true }));
});
afterAll(() => service.stop());

const phone = {
  name: 'Phone <app> & "more"',
  description: 'For people on the way',
  callback_url: 'https://phone.example/back',
};
const said = (answer: Answer) => [answer.status, bodyOf(answer)];
const call = (method: string, path: string, body?: unknown, who: string | undefined = token) =>
  ask(service, path, { method, token: who, ...(body !== undefined && { body }) });
const register = async (body: object = phone) =>
  (await call('POST', '/v2.1/applications', body)).headers.get('location') ?? '';

describe('POST /applications (contract §2.4)', () => {
  it('returns 201, Location, and the record without the secret', async () => {
    const answer = await call('POST', '/v2.1/applications?verbose=yes', phone);
    const location = answer.headers.get('location') ?? '';
    expect([answer.status, location]).toEqual([201, expect.stringMatching(/\/v2\.1\/applications\/\d+$/)]);
    const record = recordOf(answer, 'clients');
    expect(Object.keys(record)).toEqual([
      'consumer_key',
      'created_date',
      'application',
      'description',
      'callback_url',
      'client_uri',
    ]);
    expect(record).toEqual({
      consumer_key: expect.stringMatching(/^[\w-]{20,64}$/),
      created_date: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      application: phone.name,
      description: phone.description,
      callback_url: phone.callback_url,
      client_uri: location,
    });
    expect(metaOf(answer)).toMatchObject({ count: 1, total: 1, user_uri: `${service.base}/v2.1/users/${ada}` });
    expect(recordOf(await call('GET', location), 'clients')).toEqual(record);
  });

  it('returns the secret to its owner at any time, which works for logins', async () => {
    const location = await register();
    const answer = await call('GET', `${location}?verbose=yes`);
    const record = recordOf(answer, 'clients');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(record).toMatchObject({ consumer_secret: expect.stringMatching(/^[\w-]{43}$/), user_id: Number(ada) });
    expect(recordOf(await call('GET', `${location}?verbose=yes`), 'clients')).toEqual(record);
    const login = await ask(service, '/v2.1/token', {
      method: 'POST',
      body: {
        grant_type: 'password',
        username: 'ada',
        password: 'difference engine',
        client_id: record['consumer_key'],
        client_secret: record['consumer_secret'],
      },
    });
    expect(login.status).toBe(200);
    // It may be used for logins, but is not first-party (decisions no. 17).
    const manages = await ask(service, '/v2.1/token', { token: String(bodyOf(login)['access_token']) });
    expect(manages.status).toBe(403);
  });

  it.each([
    [{}, "'name' is a required field. 'description' is a required field. 'callback_url' is a required field"],
    [{ ...phone, description: ' ' }, "'description' is a required field"],
    [
      { name: 'x'.repeat(256), description: 'x'.repeat(65_536), callback_url: `https://x.example/${'x'.repeat(500)}` },
      "'name' must be at most 255 characters. 'description' must be at most 65535 characters. 'callback_url' must be at most 500 characters",
    ],
    [{ ...phone, name: 'a\0b' }, "'name' contains characters that cannot be stored"],
    [{ ...phone, name: ['a'] }, 'Expected parameter name is not a readable string'],
    ...[
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'phone.example/back',
      '/back',
      'https:',
      'https:///back',
      'https://user:password@phone.example/',
      'https://phone.example/a b',
    ].map((callback_url) => [{ ...phone, callback_url }, "'callback_url' must be a valid URL"] as const),
  ])('rejects %j', async (body, sentence) => {
    expect(said(await call('POST', '/v2.1/applications', body))).toEqual([400, [sentence]]);
  });

  it.each(['http://localhost:3000/back?x=1', 'com.example.phone:/back', 'phone://back'])(
    'accepts the callback %s',
    async (callback_url) => {
      expect(recordOf(await call('GET', await register({ ...phone, callback_url })), 'clients')).toMatchObject({
        callback_url,
      });
    },
  );
});

describe('GET /applications (contract §2.4)', () => {
  it('lists the viewer’s own by ID, in pages', async () => {
    const user = await createUser(service.database.pool);
    const own = await createToken(service.database.pool, user);
    for (const name of ['One', 'Two', 'Three']) {
      await call('POST', '/v2.1/applications', { ...phone, name }, own);
    }
    const all = await call('GET', '/v2.1/applications', undefined, own);
    expect(recordsOf(all, 'clients').map(({ application }) => application)).toEqual(['One', 'Two', 'Three']);
    expect(recordsOf(all, 'clients').some((record) => 'consumer_secret' in record)).toBe(false);
    const page = await call('GET', '/v2.1/applications?start=1&resultsperpage=1&verbose=yes', undefined, own);
    expect(recordOf(page, 'clients')).toMatchObject({ application: 'Two', user_id: Number(user) });
    expect(metaOf(page)).toMatchObject({ count: 1, total: 3 });
  });
});

describe('PUT /applications/{id} (contract §2.4)', () => {
  it('returns 201, Location, and the new record; key and secret are unchanged', async () => {
    const location = await register();
    const before = recordOf(await call('GET', `${location}?verbose=yes`), 'clients');
    const answer = await call('PUT', location, {
      name: 'New',
      description: 'Other',
      callback_url: 'https://new.example/',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([201, location]);
    const { consumer_secret: _, user_id: __, ...plain } = before;
    const expected = { application: 'New', description: 'Other', callback_url: 'https://new.example/' };
    expect(recordOf(answer, 'clients')).toEqual({ ...plain, ...expected });
    expect(recordOf(await call('GET', `${location}?verbose=yes`), 'clients')).toEqual({ ...before, ...expected });
  });

  it.each([
    ['omitted keeps it', undefined, phone.callback_url],
    ['empty clears it', '', null],
    ['blank clears it', '  ', null],
    ['null clears it', null, null],
  ])('the callback: %s', async (_, callback_url, expected) => {
    const location = await register();
    const { name, description } = phone;
    await call('PUT', location, { name, description, ...(callback_url !== undefined && { callback_url }) });
    expect(recordOf(await call('GET', location), 'clients')['callback_url']).toBe(expected);
  });

  it('rejects the same input as a registration', async () => {
    const location = await register();
    const sentence =
      "'name' is a required field. 'description' is a required field. 'callback_url' must be a valid URL";
    expect(said(await call('PUT', location, { callback_url: 'x' }))).toEqual([400, [sentence]]);
  });
});

describe('DELETE /applications/{id} (contract §2.4)', () => {
  it('returns 204 and Location of the list, and deletes the tokens of the application', async () => {
    const client = await createClient(service.database.pool, { user_id: ada });
    const issued = await createToken(service.database.pool, ada, { application_id: client.id });
    expect((await ask(service, '/v2.1', { token: issued })).text).toContain('user_uri');
    const path = `/v2.1/applications/${client.id}`;
    const answers = await Promise.all([call('DELETE', path), call('DELETE', path)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    const done = answers.find(({ status }) => status === 204);
    expect([done?.text, done?.headers.get('location')]).toEqual(['', `${service.base}/v2.1/applications`]);
    expect((await ask(service, '/v2.1', { token: issued })).text).not.toContain('user_uri');
    expect(said(await call('GET', path))).toEqual([404, ['No application found']]);
  });
});

describe('permissions of applications', () => {
  it.each([
    ['GET', ''],
    ['POST', ''],
    ['GET', '/1'],
    ['PUT', '/1'],
    ['DELETE', '/1'],
  ])('%s /applications%s requires a login', async (method, rest) => {
    const answer = await ask(service, `/v2.1/applications${rest}`, { method });
    expect(said(answer)).toEqual([401, ['You must be logged in']]);
  });

  it.each(['GET', 'PUT', 'DELETE'])(
    '%s: other users’ applications do not exist, for site administrators either',
    async (method) => {
      const location = await register();
      const secret = recordOf(await call('GET', `${location}?verbose=yes`), 'clients')['consumer_secret'];
      for (const who of [stranger, admin]) {
        for (const path of [`${location}?verbose=yes`, '/v2.1/applications/999999', '/v2.1/applications/x']) {
          const body = method === 'GET' ? undefined : {};
          expect(said(await call(method, path, body, who))).toEqual([404, ['No application found']]);
        }
        const list = await call('GET', '/v2.1/applications?verbose=yes&resultsperpage=0', undefined, who);
        expect(list.text).not.toContain(secret);
      }
      expect(recordOf(await call('GET', location), 'clients')['application']).toBe(phone.name);
    },
  );

  it('registrations are limited per day, and invalid ones do not count', async () => {
    const limited = await startService({ LIMIT_APPLICATIONS_USER: '2/86400' });
    try {
      const { pool } = limited.database;
      const own = await createToken(pool, await createUser(pool));
      const statuses: number[] = [];
      for (const body of [{}, phone, {}, phone, phone]) {
        statuses.push((await ask(limited, '/v2.1/applications', { method: 'POST', token: own, body })).status);
      }
      expect(statuses).toEqual([400, 201, 400, 201, 429]);
    } finally {
      await limited.stop();
    }
  });
});
