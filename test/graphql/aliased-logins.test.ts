import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, createMember, type WireClient } from '../support/sign-in.js';
import { startService, type TestService } from '../support/service.js';
import { ask } from './ask.js';

let service: TestService;
let client: WireClient;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  const { pool } = service.database;
  await createMember(pool, 'target', 'the right password');
  client = await createClient(pool, { may_use_password_grant: true });
});
afterAll(() => service.stop());

/** One operation that tries a password many times. */
const tries = (count: number): string =>
  `mutation ($input: IssueTokenInput!) {
    ${Array.from({ length: count }, (_, index) => `a${index}: issueToken(input: $input) { accessToken }`).join('\n')}
  }`;
const variables = (username = 'target', password = 'a wrong password') => ({
  input: { username, password, clientId: client.client_id, clientSecret: client.client_secret },
});
const reasonsOf = (errors: Awaited<ReturnType<typeof ask>>['errors']): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { extensions } of errors) {
    const reason = extensions.problems[0]?.reason ?? '';
    counts[reason] = (counts[reason] ?? 0) + 1;
  }
  return counts;
};

describe('guessing passwords by many fields of one request', () => {
  it('is rejected before execution with a thousand logins', async () => {
    const { status, errors } = await ask(service, tries(1_000), { variables: variables() });
    expect([status, reasonsOf(errors)]).toEqual([400, { DOCUMENT_UNREADABLE: 1 }]);
  });

  it('is rejected before execution with a thousand requests in one body', async () => {
    const one = { query: tries(1), variables: variables() };
    const response = await fetch(`${service.base}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(Array.from({ length: 1_000 }, () => one)),
    });
    expect(response.status).toBe(400);
    await response.text();
  });

  it('counts every field, so that the right password is rejected beyond the limit', async () => {
    const told: Record<string, number>[] = [];
    // Interpreted at first, then compiled.
    for (let attempt = 0; attempt < 21; attempt += 1) {
      told.push(reasonsOf((await ask(service, tries(50), { variables: variables() })).errors));
    }
    expect([told.at(0), told.at(-1)]).toEqual([{ SIGN_IN_FAILED: 10, RATE_LIMITED: 40 }, { RATE_LIMITED: 50 }]);
    const right = await ask(service, tries(1), { variables: variables('target', 'the right password') });
    expect(reasonsOf(right.errors)).toEqual({ RATE_LIMITED: 1 });
  });

  it('does not block other requests', async () => {
    let isFlooded = true;
    const floods = Promise.all(
      Array.from({ length: 6 }, (_, index) => ask(service, tries(50), { variables: variables(`nobody${index}`) })),
    ).finally(() => (isFlooded = false));
    const response = await fetch(`${service.base}/v2.1/events`);
    await response.text();
    const seen = [response.status, isFlooded];
    const answers = await floods;
    expect(seen).toEqual([200, true]);
    const known = new Set(['SIGN_IN_FAILED', 'RATE_LIMITED', 'OVERLOADED']);
    const strange = answers
      .flatMap(({ errors }) => Object.keys(reasonsOf(errors)))
      .filter((reason) => !known.has(reason));
    expect([strange, answers.every(({ status }) => status === 200)]).toEqual([[], true]);
  });
});
