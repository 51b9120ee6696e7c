import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { redactSecrets } from '../../src/telemetry/log/log.js';
import { ask as askGraph } from '../graphql/ask.js';
import { ask } from '../rest/ask.js';
import { cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { createToken } from '../support/factories.js';
import { eventually, startProcess, type ServiceProcess } from '../support/process.js';
import { createMember } from '../support/sign-in.js';
import { linesOf } from './log-lines.js';

const PASSWORD = 'a-difference-engine-of-1822';
const SECRET = 'a-secret-of-a-client-4711';
const LAST = 'the-last-request';

let database: TestDatabase;
let service: ServiceProcess;
let token: string;

beforeAll(async () => {
  database = await freshDatabase();
  token = await createToken(database.pool, await createMember(database.pool, 'ada', PASSWORD));
  service = await startProcess({
    ...{ DATABASE_URL: urlOf(database.address), DATA_DIR: await dataFolder(), LOG_LEVEL: 'trace' },
    ...{ SMTP_URL: `smtp://post:${SECRET}@127.0.0.1:1/`, SECRET_KEY: `${SECRET}-${'k'.repeat(32)}` },
  });
});
afterAll(async () => {
  await cleanUp();
  await database.drop();
});

/** They return the client's own URL. */
const lists = new Set(['/v2.1/token', '/v2.1/users']);

/** Sends secrets wherever a client can, also in wrong places. */
async function saySecrets(): Promise<void> {
  const login = { grant_type: 'password', username: 'ada', password: PASSWORD, client_id: 'x', client_secret: SECRET };
  const query = new URLSearchParams({ ...login, access_token: token, token }).toString();
  const paths = [
    '/',
    '/v2.1/token',
    '/v2.1/users',
    `/v2.1/users/${token}`,
    '/graphql',
    `/images/${token}`,
    `/feeds/mine/${token}.ics`,
    `/feeds/mine/${token.replace('lec_', '%6Cec%5f')}.ics`,
    '/verify',
  ];
  for (const path of paths) {
    if (!lists.has(path)) await ask(service, `${path}?${query}`, { token });
    await ask(service, `${path}?${query}`, {
      method: 'POST',
      body: login,
      headers: { Authorization: `Basic ${SECRET}` },
    });
    await ask(service, path, { method: 'POST', body: `{"password":"${PASSWORD}`, headers: { Cookie: `a=${SECRET}` } });
  }
  const input = { username: 'ada', password: PASSWORD, clientId: 'x', clientSecret: SECRET };
  const issue = 'mutation($input: IssueTokenInput!) { issueToken(input: $input) { accessToken } }';
  await askGraph(service, issue, { variables: { input }, token });
  await askGraph(service, issue.replace('$input)', '$wrong)'), { variables: { input }, token });
  await ask(service, '/v2.1/emails/reminders/password', { method: 'POST', body: { username: 'ada' } });
  await ask(service, '/v2.1', { headers: { 'X-Request-Id': LAST } });
}

describe('The log', () => {
  it('contains no secret of a client or the configuration, at any level', async () => {
    await saySecrets();
    await eventually(() =>
      linesOf(service).some(({ requestId, msg }) => requestId === LAST && msg === 'Request completed'),
    );
    // The mail cannot be sent, which is logged with its reason.
    await eventually(() => service.output().includes('Job failed'));
    const said = service.output();
    expect(said.split('"msg":"Request completed"').length).toBeGreaterThan(20);
    expect([PASSWORD, SECRET, token.slice('lec_'.length)].filter((secret) => said.includes(secret))).toEqual([]);
  });
});

describe('A log line with a secret', () => {
  const lec = `lec_${'x'.repeat(43)}`;
  it.each([
    ['an access token', `{"msg":"unknown ${lec}"}`, '{"msg":"unknown lec_…"}'],
    ['a header', `{"headers":{"authorization":"Bearer abc"}}`, '{"headers":{"authorization":"…"}}'],
    ['a scheme in a sentence', '{"msg":"got Basic YWRhOmVuZ2luZQ== of ada"}', '{"msg":"got Basic … of ada"}'],
    [
      'an address',
      '{"msg":"connect postgres://lectern:s3cret!@db:5432/x failed"}',
      '{"msg":"connect postgres://lectern:…@db:5432/x failed"}',
    ],
    ['a member', String.raw`{"a":{"clientSecret":"a \" b","x":1}}`, '{"a":{"clientSecret":"…","x":1}}'],
    ['a query', '{"url":"/verify?token=abc&x=1"}', '{"url":"/verify?token=…&x=1"}'],
    ['an authorization code', '{"url":"/login?code=abc&state=x"}', '{"url":"/login?code=…&state=x"}'],
    ['the link of a mail', `{"path":"/unsubscribe/v1.${'x'.repeat(80)}"}`, '{"path":"/unsubscribe/v1.…"}'],
    ['nothing of it', '{"msg":"The token was unknown"}', '{"msg":"The token was unknown"}'],
  ])('is redacted: %s', (_, line, without) => {
    expect(redactSecrets(line)).toBe(without);
  });
});
