import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, createMember, type WireClient } from '../support/sign-in.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let client: WireClient;
beforeAll(async () => {
  service = await startService({
    LIMIT_LOGIN_ACCOUNT_ADDRESS: '2/900',
    LIMIT_LOGIN_ACCOUNT: 'off',
    LIMIT_LOGIN_ADDRESS: 'off',
  });
  client = await createClient(service.database.pool);
  await createMember(service.database.pool, 'ada', 'difference engine');
});
afterAll(() => service.stop());

const LOG_IN = 'mutation ($input: IssueTokenInput!) { issueToken(input: $input) { accessToken } }';

async function logIn(password: string) {
  const { client_id: clientId, client_secret: clientSecret } = client;
  const variables = { input: { username: 'ada', password, clientId, clientSecret } };
  const response = await fetch(`${service.base}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: 'https://frontend.example' },
    body: JSON.stringify({ query: LOG_IN, variables }),
  });
  const { errors = [] } = (await response.json()) as { errors?: { extensions: Record<string, unknown> }[] };
  return { headers: response.headers, extensions: errors[0]?.extensions };
}

describe('rate limits in GraphQL', () => {
  it('are reported in the same headers as in v2.1, and in `retryAfter` when they are exceeded', async () => {
    const first = await logIn('wrong');
    expect(first.headers.get('ratelimit-policy')).toBe('"login_account_address";q=2;w=900');
    expect(first.headers.get('ratelimit')).toMatch(/^"login_account_address";r=1;t=(900|899)$/);
    expect(first.headers.get('access-control-expose-headers')).toContain('RateLimit-Policy');
    expect(first.extensions).toMatchObject({ code: 'FORBIDDEN', problems: [{ reason: 'SIGN_IN_FAILED' }] });
    await logIn('wrong');
    const { headers, extensions } = await logIn('difference engine');
    expect(headers.get('ratelimit')).toMatch(/^"login_account_address";r=0;t=(8\d\d|900)$/);
    expect(extensions).toMatchObject({ code: 'RATE_LIMITED', problems: [{ reason: 'RATE_LIMITED' }] });
    expect(extensions?.['retryAfter']).toBeGreaterThan(800);
  });
});
