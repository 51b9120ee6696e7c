import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask as askGraph } from '../graphql/ask.js';
import { ask, bodyOf, recordOf } from '../rest/ask.js';
import { createToken } from '../support/factories.js';
import { findSecrets } from '../support/find-secrets.js';
import { RECORDING_VARIABLE, type Recorded } from '../support/recording.js';
import { startService, type TestService } from '../support/service.js';
import { createClient, createMember } from '../support/sign-in.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const PASSWORD = 'an analytical "engine" & more';

/** The recording of this process, also of other test files. */
async function recording(): Promise<string[]> {
  const file = join(process.env[RECORDING_VARIABLE] ?? '', `${process.pid}.jsonl`);
  return (await readFile(file, 'utf8')).split('\n').filter(Boolean);
}

/** A short recording with the responses of a login and a registered application. */
async function aWorkingDay(): Promise<{ secrets: string[]; recorded: Recorded[] }> {
  const before = (await recording()).length;
  const { pool } = service.database;
  const owner = await createToken(pool, await createMember(pool, 'ada', PASSWORD));
  const { client_id, client_secret } = await createClient(pool);
  const credentials = { grant_type: 'password', username: 'ada', password: PASSWORD, client_id, client_secret };
  const token = String(
    bodyOf(await ask(service, '/v2.1/token', { method: 'POST', body: credentials }))['access_token'],
  );
  const issue = 'mutation($input: IssueTokenInput!) { issueToken(input: $input) { accessToken } }';
  const input = { username: 'ada', password: PASSWORD, clientId: client_id, clientSecret: client_secret };
  const { data } = await askGraph(service, issue, { variables: { input } });
  const fields = { name: 'Phone', description: 'x', callback_url: 'https://phone.example/' };
  const made = await ask(service, '/v2.1/applications', { method: 'POST', token: owner, body: fields });
  const address = `${made.headers.get('location')}?verbose=yes`;
  const secret = String(recordOf(await ask(service, address, { token: owner }), 'clients')['consumer_secret']);
  const forgotten = { username: 'ada' };
  await ask(service, '/v2.1/emails/reminders/password', { method: 'POST', body: forgotten });
  const mailed = /token=([\w-]+)/.exec(JSON.stringify(await service.takeMail()))?.[1] ?? '';
  const recorded = (await recording()).slice(before).map((line) => JSON.parse(line) as Recorded);
  return { secrets: [PASSWORD, owner, client_secret, token, data.issueToken.accessToken, secret, mailed], recorded };
}

describe('the end of every test run searches responses and logs for secrets', () => {
  let day: Awaited<ReturnType<typeof aWorkingDay>>;
  beforeAll(async () => {
    day = await aWorkingDay();
  });

  it('and accepts them in responses to their owners', () => {
    expect(findSecrets(day.recorded, [])).toEqual([]);
  });

  it('and detects each of them in a log', () => {
    for (const secret of day.secrets) {
      const text = JSON.stringify({ level: 30, msg: `The client sent ${secret}` });
      const [leak, ...others] = findSecrets([...day.recorded, { kind: 'output', text }], []);
      expect([leak?.where, others]).toEqual([`a log: ${text}`, []]);
      expect(JSON.parse(`"${leak?.secret}"`)).toBe(secret);
    }
  });

  it('and detects each of them in any other response, or in another member', () => {
    for (const secret of day.secrets) {
      const shown = { kind: 'exchange', method: 'GET', secrets: [], said: '' } as const;
      for (const path of ['/v2.1/users/1', '/v2.1/applications/1', '/v2.1/token']) {
        const answer = JSON.stringify({ users: [{ biography: secret }] });
        expect(findSecrets([...day.recorded, { ...shown, path, answer }], [])).toMatchObject([
          { where: `the response to GET ${path}` },
        ]);
      }
    }
  });

  it('and detects a secret of an application that is shown to two users', () => {
    const answer = (user: number) =>
      `{"clients":[{"consumer_secret":"a-secret-of-one"}],"meta":{"count":1,"user_uri":"http://x/v2.1/users/${user}"}}`;
    const shown = { kind: 'exchange', method: 'GET', path: '/v2.1/applications/7', secrets: [], said: '' } as const;
    const [first, second] = [1, 2].map((user): Recorded => ({ ...shown, answer: answer(user) }));
    expect(findSecrets([first!, first!], [])).toEqual([]);
    const where = 'answers to /v2.1/users/1 and /v2.1/users/2';
    expect(findSecrets([first!, second!], [])).toEqual([{ secret: 'a-secret-of-one', where }]);
  });

  it('and ignores values that a client also sends in other members, or that the program contains', () => {
    const open = { kind: 'exchange', method: 'POST', path: '/v2.1/users', secrets: ['lovelace'] } as const;
    const answer = '["That lovelace is taken"]';
    expect(findSecrets([{ ...open, said: '{"username":"lovelace"}', answer }], [])).toEqual([]);
    const hidden = [{ ...open, said: '{"username":"ada"}', answer }];
    expect(findSecrets(hidden, ['throw new Error("lovelace")'])).toEqual([]);
    expect(findSecrets(hidden, [])).toEqual([{ secret: 'lovelace', where: 'the response to POST /v2.1/users' }]);
  });
});
