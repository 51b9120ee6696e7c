import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { createClient } from '../support/sign-in.js';
import { ask, bodyOf, inOrder, metaOf, recordOf, recordsOf, type Answer } from './ask.js';

/** Ada's tokens by kind, and the IDs of their records. */
const secrets = new Map<string, string>();
const ids = new Map<string, string>();

let service: TestService;
let stranger: string;
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  const host = await createUser(pool, { full_name: 'The Host' });
  const own = { user_id: host, is_first_party: true };
  const website = await createClient(pool, { name: 'Website', ...own });
  const kept = await createClient(pool, { name: 'Kept', tokens_are_revocable: false, ...own });
  const phone = await createClient(pool, { name: 'Phone' });
  const ada = await createUser(pool);
  const created_at = '2026-03-04T05:06:07.8+00';
  const tokens = {
    website: { application_id: website.id, created_at, last_used_at: '2026-07-08T09:10:11.9+02' },
    kept: { application_id: kept.id, created_at },
    phone: { application_id: phone.id, created_at },
    operator: { application_id: null, created_at },
    over: { application_id: phone.id, created_at, expires_at: '2026-03-05' },
  };
  for (const [name, row] of Object.entries(tokens)) {
    secrets.set(name, await createToken(pool, ada, row));
    const { rows } = await pool.query<{ id: string }>('select max(id)::text as id from access_tokens');
    ids.set(name, rows[0]?.id ?? '');
  }
  stranger = await createToken(pool, await createUser(pool), { application_id: website.id });
});
afterAll(() => service.stop());

const uri = (name: string) => `${service.base}/v2.1/token/${ids.get(name)}`;
const said = (answer: Answer) => [answer.status, bodyOf(answer)];
const as = (name: string, path: string, method = 'GET') => ask(service, path, { method, token: secrets.get(name) });

describe('GET /token (contract §2.3)', () => {
  const record = (name: string, application: string | null, owner: string | null, used: string | null) => ({
    token: Number(ids.get(name)),
    application,
    created_date: '2026-03-04T05:06:07+00:00',
    last_used_date: used,
    application_owner: owner,
    token_uri: uri(name),
  });
  const website = () => record('website', 'Website', 'The Host', '2026-07-08T07:10:11+00:00');

  it('lists revocable tokens, by ID', async () => {
    const answer = await as('website', '/v2.1/token');
    expect(inOrder(recordsOf(answer, 'tokens'))).toBe(
      inOrder([website(), record('phone', 'Phone', null, null), record('operator', null, null, null)]),
    );
    expect(metaOf(answer)).toMatchObject({ count: 3, total: 3, user_uri: expect.stringContaining('/v2.1/users/') });
  });

  it('is paginated', async () => {
    const answer = await as('website', '/v2.1/token?resultsperpage=1&start=1');
    expect(recordOf(answer, 'tokens')['token']).toBe(Number(ids.get('phone')));
    const page = (start: number) => `${service.base}/v2.1/token?resultsperpage=1&start=${start}`;
    expect(metaOf(answer)).toMatchObject({ count: 1, total: 3, next_page: page(2), prev_page: page(0) });
  });

  it('has a record for each, also for those that cannot be revoked; the verbose form is the same', async () => {
    const [plain, verbose] = [
      await as('website', uri('website')),
      await as('website', `${uri('website')}?verbose=yes`),
    ];
    expect(inOrder(recordOf(plain, 'tokens'))).toBe(inOrder(website()));
    expect(inOrder(recordOf(verbose, 'tokens'))).toBe(inOrder(website()));
    expect(recordOf(await as('website', uri('kept')), 'tokens')['application']).toBe('Kept');
  });

  it('is available to operators, whose tokens have no application', async () => {
    expect((await as('operator', '/v2.1/token')).status).toBe(200);
  });

  it('never returns a token or its hash', async () => {
    const { rows } = await service.database.pool.query<{ hash: string }>(
      'select token_hash as hash from access_tokens',
    );
    const text = (await as('website', '/v2.1/token')).text + (await as('website', uri('website'))).text;
    expect([...secrets.values(), ...rows.map(({ hash }) => hash)].filter((secret) => text.includes(secret))).toEqual(
      [],
    );
  });

  it('runs as many statements for one token as for many', async () => {
    const count = async (token: string | undefined) => {
      service.takeStatements();
      const records = recordsOf(await ask(service, '/v2.1/token', { token }), 'tokens').length;
      return { records, statements: service.takeStatements().length };
    };
    const [few, many] = [await count(stranger), await count(secrets.get('website'))];
    expect([few.records, many.records]).toEqual([1, 3]);
    expect(many.statements).toBe(few.statements);
    expect(many.statements).toBeLessThanOrEqual(6);
  });
});

describe('permissions of the list (contract §2.3, decisions no. 17)', () => {
  const calls = [
    ['GET', 'the list', () => '/v2.1/token'],
    ['GET', 'a token', () => uri('website')],
    ['DELETE', 'a token', () => uri('website')],
    ['DELETE', 'an unknown token', () => '/v2.1/token/999999'],
  ] as const;
  it.each(calls)('%s of %s is for users, and for first-party applications', async (method, _, pathOf) => {
    const path = pathOf();
    expect(said(await ask(service, path, { method }))).toEqual([401, ['You must be logged in']]);
    expect(said(await as('over', path, method))).toEqual([401, ['You must be logged in']]);
    const sentence = 'You can not access the token list with this client';
    expect(said(await as('phone', path, method))).toEqual([403, [sentence]]);
  });

  it.each(['GET', 'DELETE'])('%s finds neither tokens of other users nor expired ones', async (method) => {
    const paths = [
      uri('phone'),
      uri('over'),
      '/v2.1/token/999999',
      '/v2.1/token/x',
      '/v2.1/token/99999999999999999999',
    ];
    for (const path of paths) {
      const token = path === uri('phone') ? stranger : secrets.get('website');
      expect([path, ...said(await ask(service, path, { method, token }))]).toEqual([path, 404, ['No tokens found']]);
    }
    expect((await as('phone', '/v2.1')).text).toContain('user_uri');
  });
});

describe('DELETE /token/{id} (contract §2.3)', () => {
  it('does not delete tokens that cannot be revoked', async () => {
    expect(said(await as('website', uri('kept'), 'DELETE'))).toEqual([404, ['No tokens found']]);
    expect((await as('kept', '/v2.1')).text).toContain('user_uri');
  });

  it('revokes a token immediately: it reads as anonymous, and cannot write', async () => {
    const answer = await as('website', uri('phone'), 'DELETE');
    expect([answer.status, answer.text, answer.headers.get('location')]).toEqual([
      204,
      '',
      `${service.base}/v2.1/token`,
    ]);
    const read = await as('phone', '/v2.1/events');
    expect([read.status, metaOf(read)['user_uri']]).toEqual([200, undefined]);
    const write = await as('phone', '/v2.1/applications', 'POST');
    expect(said(write)).toEqual([401, ['You must be logged in']]);
    expect(write.headers.get('www-authenticate')).toBe('Bearer realm="lectern", error="invalid_token"');
    expect(said(await as('website', uri('phone'), 'DELETE'))).toEqual([404, ['No tokens found']]);
  });

  it('revokes a token once in concurrent requests, also the token of the request', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => as('website', uri('operator'), 'DELETE')));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array<number>(7).fill(404)]);
    expect((await as('website', uri('website'), 'DELETE')).status).toBe(204);
    expect((await as('website', '/v2.1/token')).status).toBe(401);
  });
});
