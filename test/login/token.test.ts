import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.js';
import { createMember } from '../support/sign-in.js';
import { codeFor, ownerOf, redeem, redemption, request, type Request } from './flow.js';

const PASSWORD = 'difference engine';
const LOGIN = { username: 'ada', password: PASSWORD };

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await createMember(service.database.pool, 'ada', PASSWORD);
});
afterAll(() => service.stop());

let asked: Request;
let form: Record<string, string>;
beforeEach(async () => {
  asked = request(service);
  form = redemption(asked, await codeFor(service, asked, LOGIN));
});

describe('The token endpoint', () => {
  it('exchanges a code for a token that is valid for an hour, and stores both as hashes', async () => {
    const { status, headers, body } = await redeem(service, form);
    const { rows } = await service.database.pool.query(
      `select extract(epoch from k.expires_at - k.created_at)::int as seconds, a.consumer_key, a.is_first_party,
          a.may_use_password_grant, k.token_hash, c.code_hash
        from authorization_codes c join access_tokens k on k.grant_id = c.grant_id join applications a on a.id = k.application_id`,
    );

    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^lec_/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^lec_/),
      scope: 'read feedback speak host account',
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(rows).toEqual([
      {
        seconds: expect.any(Number),
        consumer_key: 'pages',
        is_first_party: true,
        may_use_password_grant: false,
        token_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        code_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    expect(Math.abs((rows[0] as { seconds: number }).seconds - 3600)).toBeLessThan(10);
    expect(await ownerOf(service, body.access_token)).toBe('ada');
  });

  it('refuses a code that is used again, and revokes its token', async () => {
    const { access_token: token } = (await redeem(service, form)).body;
    const before = await ownerOf(service, token);
    const { status, body } = await redeem(service, form);

    expect(before).toBe('ada');
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
    expect(await ownerOf(service, token)).toBeNull();
  });

  it('revokes the token also if the second request lacks the verifier of the first', async () => {
    const { access_token: token } = (await redeem(service, form)).body;
    await redeem(service, { ...form, code_verifier: 'x'.repeat(43) });

    expect(await ownerOf(service, token)).toBeNull();
  });

  it('refuses an expired code', async () => {
    const { pool } = service.database;
    await pool.query("update authorization_codes set expires_at = now() - interval '1 second'");

    expect((await redeem(service, form)).body.error).toBe('invalid_grant');
  });

  it('issues codes for a minute', async () => {
    const { rows } = await service.database.pool.query(
      'select extract(epoch from expires_at - created_at)::float8 as seconds from authorization_codes order by id desc limit 1',
    );

    expect(rows).toEqual([{ seconds: expect.any(Number) }]);
    expect((rows[0] as { seconds: number }).seconds).toBeCloseTo(60, 1);
  });

  it('refuses a code after a change of the password', async () => {
    const { pool } = service.database;
    const id = (await pool.query<{ id: string }>("select id from users where username = 'ada'")).rows[0]?.id ?? '';
    const token = (await redeem(service, redemption(asked, await codeFor(service, asked, LOGIN)))).body.access_token;
    const changed = await fetch(`${service.base}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token ?? ''}` },
      body: JSON.stringify({
        query: 'mutation ($input: ReplaceUserInput!) { replaceUser(input: $input) { user { id } } }',
        variables: {
          input: {
            userId: id,
            fullName: 'Ada',
            email: 'ada@example.org',
            password: PASSWORD,
            currentPassword: PASSWORD,
          },
        },
      }),
    });
    const problems = ((await changed.json()) as { errors?: unknown }).errors;

    expect(problems).toBeUndefined();
    expect((await redeem(service, form)).body.error).toBe('invalid_grant');
  });

  it('exactly one of concurrent requests succeeds', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => redeem(service, form)));

    expect(all.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
  });
});
