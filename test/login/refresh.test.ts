import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.js';
import { createMember } from '../support/sign-in.js';
import { createPublicClient, ownerOf, redeem, refreshForm, request, revoke, tokensFor } from './flow.js';

const LOGIN = { username: 'ada', password: 'difference engine' };
const REDIRECT_URI = 'https://app.example/callback';

let service: TestService;
let app: string;
let other: string;
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  await createMember(pool, LOGIN.username, LOGIN.password);
  app = await createPublicClient(pool, [REDIRECT_URI]);
  other = await createPublicClient(pool, [REDIRECT_URI]);
});
afterAll(() => service.stop());

let tokens: Awaited<ReturnType<typeof tokensFor>>;
beforeEach(async () => {
  const asked = { client_id: app, redirect_uri: REDIRECT_URI, scope: 'host read feedback' };
  tokens = await tokensFor(service, request(service, asked), LOGIN);
});

const refresh = (token: string, more: Record<string, string> = {}) =>
  redeem(service, { ...refreshForm(token, app), ...more });

/** As if this time had passed since the tokens were used. */
const passSeconds = (seconds: number) =>
  service.database.pool.query('update refresh_tokens set used_at = used_at - make_interval(secs => $1)', [seconds]);

async function counted(table: string): Promise<number> {
  const { rows } = await service.database.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? -1;
}

describe('A refresh token', () => {
  it('yields new tokens with the same scopes; the access token in use remains valid', async () => {
    const { status, headers, body } = await refresh(tokens.refresh_token);

    expect([status, headers.get('cache-control'), body.scope]).toEqual([200, 'no-store', 'read feedback host']);
    expect(body.refresh_token).not.toBe(tokens.refresh_token);
    expect(await Promise.all([ownerOf(service, tokens.access_token), ownerOf(service, body.access_token)])).toEqual([
      'ada',
      'ada',
    ]);
    expect((await refresh(body.refresh_token ?? '')).status).toBe(200);
  });

  it('is stored as a hash', async () => {
    const { rows } = await service.database.pool.query<{ row: string }>(
      'select r::text as row from refresh_tokens r union all select k::text from access_tokens k',
    );
    const stored = rows.map(({ row }) => row).join('\n');

    expect(stored).toMatch(/[0-9a-f]{64}/);
    expect(stored).not.toContain(tokens.refresh_token);
    expect(stored).not.toContain('lec_');
  });

  it('that is used again ends the login: every token, also those of the thief', async () => {
    const second = (await refresh(tokens.refresh_token)).body;
    const third = (await refresh(second.refresh_token ?? '')).body;
    const replayed = await refresh(tokens.refresh_token);
    const all = [tokens, second, third].map(({ access_token: token }) => ownerOf(service, token));

    expect([replayed.status, replayed.body.error]).toEqual([400, 'invalid_grant']);
    expect(await Promise.all(all)).toEqual([null, null, null]);
    expect((await refresh(third.refresh_token ?? '')).body.error).toBe('invalid_grant');
  });

  it('that is repeated within a minute yields the same successor: a response was lost', async () => {
    const first = (await refresh(tokens.refresh_token)).body;
    await passSeconds(55);
    const again = (await refresh(tokens.refresh_token)).body;

    expect(again.refresh_token).toBe(first.refresh_token);
    expect(await Promise.all([first, again].map(({ access_token: token }) => ownerOf(service, token)))).toEqual([
      'ada',
      'ada',
    ]);
    expect((await refresh(again.refresh_token ?? '')).status).toBe(200);
  });

  it('of concurrent requests yields one successor: two tabs refresh at once', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => refresh(tokens.refresh_token)));

    expect(all.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(all.map(({ body }) => body.refresh_token)).size).toBe(1);
    expect(await Promise.all(all.map(({ body }) => ownerOf(service, body.access_token)))).toEqual(Array(6).fill('ada'));
  });

  it('that is repeated after a minute ends the login', async () => {
    const successor = (await refresh(tokens.refresh_token)).body;
    await passSeconds(61);

    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect(await ownerOf(service, successor.access_token)).toBeNull();
  });

  it('that another client repeats is refused, and the login goes on', async () => {
    const successor = (await refresh(tokens.refresh_token)).body;
    const stolen = await redeem(service, refreshForm(tokens.refresh_token, other));

    expect(stolen.body.error).toBe('invalid_grant');
    expect((await refresh(successor.refresh_token ?? '')).status).toBe(200);
  });

  it('whose successor was not derived from it, by an earlier release, ends the login when it is repeated', async () => {
    const successor = (await refresh(tokens.refresh_token)).body;
    await service.database.pool.query(
      'update refresh_tokens set token_hash = md5(token_hash) || md5(token_hash) where used_at is null',
    );

    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect(await ownerOf(service, successor.access_token)).toBeNull();
  });

  it('does not end another login of the same user', async () => {
    const asked = request(service, { client_id: app, redirect_uri: REDIRECT_URI });
    const phone = await tokensFor(service, asked, LOGIN);
    await refresh(tokens.refresh_token);
    await passSeconds(61);
    await refresh(tokens.refresh_token);

    expect(await ownerOf(service, tokens.access_token)).toBeNull();
    expect(await ownerOf(service, phone.access_token)).toBe('ada');
  });

  it('narrows the scopes of the access token on request, and never widens them', async () => {
    const narrow = (await refresh(tokens.refresh_token, { scope: 'read' })).body;
    const wide = await refresh(narrow.refresh_token ?? '', { scope: 'read speak' });
    const again = (await refresh(narrow.refresh_token ?? '')).body;

    expect([narrow.scope, wide.body.error, again.scope]).toEqual(['read', 'invalid_scope', 'read feedback host']);
  });

  it('of another application is refused, and remains valid', async () => {
    const stolen = await redeem(service, refreshForm(tokens.refresh_token, other));

    expect(stolen.body.error).toBe('invalid_grant');
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
  });

  it('is not an access token, and an access token is not a refresh token', async () => {
    expect(await ownerOf(service, tokens.refresh_token)).toBeNull();
    expect((await refresh(tokens.access_token)).body.error).toBe('invalid_grant');
  });

  it.each([
    ['after 30 days without use', "update grants set expires_at = now() - interval '1 second'"],
    ['of a deactivated account', "update users set is_active = false where username = 'ada'"],
    ['of an application that is no longer public', 'update applications set is_public = false'],
  ])('%s is refused', async (_, change) => {
    const { pool } = service.database;
    await pool.query(change);
    const { body } = await refresh(tokens.refresh_token);
    await pool.query('update users set is_active = true');
    await pool.query('update applications set is_public = true');

    expect(['invalid_grant', 'unauthorized_client']).toContain(body.error);
  });

  it('moves the expiry of the login to 30 days after its last use', async () => {
    await service.database.pool.query("update grants set expires_at = now() + interval '1 minute'");
    await refresh(tokens.refresh_token);
    const { rows } = await service.database.pool.query(
      'select round(extract(epoch from expires_at - now()) / 86400)::int as days from grants order by expires_at desc limit 1',
    );

    expect(rows).toEqual([{ days: 30 }]);
  });
});

describe('The revocation endpoint (RFC 7009)', () => {
  it('ends the login of a refresh token', async () => {
    const { status, headers, body } = await revoke(service, { token: tokens.refresh_token, client_id: app });

    expect([status, headers.get('access-control-allow-origin'), body]).toEqual([200, '*', {}]);
    expect(await ownerOf(service, tokens.access_token)).toBeNull();
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('revokes an access token alone', async () => {
    await revoke(service, { token: tokens.access_token, token_type_hint: 'refresh_token', client_id: app });

    expect(await ownerOf(service, tokens.access_token)).toBeNull();
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
  });

  it.each([
    ['an unknown token', () => ({ token: 'x\0', client_id: app })],
    ['the token of another client', () => ({ token: tokens.refresh_token, client_id: other })],
    ['the access token of another client', () => ({ token: tokens.access_token, client_id: other })],
  ])('answers %s like any other, and revokes nothing', async (_, fields) => {
    const before = await counted('access_tokens');
    const { status, body } = await revoke(service, fields());

    expect([status, body]).toEqual([200, {}]);
    expect([await counted('access_tokens'), await ownerOf(service, tokens.access_token)]).toEqual([before, 'ada']);
  });

  it.each<[string, () => Record<string, string>, string]>([
    ['no token', () => ({ client_id: app }), 'invalid_request'],
    ['no client', () => ({ token: tokens.refresh_token }), 'invalid_request'],
    ['an unknown client', () => ({ token: tokens.refresh_token, client_id: 'x' }), 'invalid_client'],
    ['a secret', () => ({ token: tokens.refresh_token, client_id: app, client_secret: 'x' }), 'invalid_client'],
  ])('refuses %s', async (_, fields, error) => {
    const { status, body } = await revoke(service, fields());

    expect([status, body.error]).toEqual([400, error]);
  });
});
