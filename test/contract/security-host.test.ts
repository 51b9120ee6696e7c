import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { UNLIMITED } from './attempt.js';
import { openStage, type Stage } from './stage.js';

/** Contract §7.2: the line about the host of a request, in REST and GraphQL. */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ ...UNLIMITED });
});
beforeEach(() => stage.snapshot.restore());
afterAll(() => stage.service.stop());

/** Sends a custom `Host`, which `fetch` does not support. */
async function withHost({ base }: TestService, method: string, path: string, headers: object, body = '') {
  const sent = request(`${base}${path}`, { method, headers: { 'Content-Type': 'application/json', ...headers } });
  const answer = new Promise<[number, string]>((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      void text(response).then((said) => resolve([response.statusCode ?? 0, said + JSON.stringify(response.headers)]));
    });
  });
  sent.end(body);
  return answer;
}

it('7.2.12 links use the configured origin, never the Host of a request (contract 7.2-12, 1.10-1)', async () => {
  const { at } = stage;
  const evil = { Host: 'evil.example' };
  const mail = '{"username":"owner"}';
  const mutation = JSON.stringify({
    query: 'mutation { requestPasswordReset(input: { username: "owner" }) { __typename } }',
  });
  const requests = [
    ['GET', `/v2.1/events/${at.event}?verbose=yes`, ''],
    ['POST', '/v2.1/emails/reminders/password', mail],
    ['POST', '/graphql', mutation],
  ] as const;
  await stage.service.takeMail();
  for (const [method, path, body] of requests) {
    const [status, said] = await withHost(stage.service, method, path, evil, body);
    expect([path, status, said.includes('evil')]).toEqual([path, 400, false]);
  }
  expect(await stage.service.takeMail()).toEqual([]);
  const forwarded = {
    ...{ 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https', Forwarded: 'host=evil.example;proto=https' },
  };
  const configured = await startService({ ...UNLIMITED, BASE_URL: 'https://api.example.org' });
  try {
    await make.createUser(configured.database.pool, { username: 'owner' });
    const event = await make.createEvent(configured.database.pool);
    for (const headers of [evil, forwarded, { ...forwarded, ...evil }]) {
      for (const [method, path, body] of [
        ['GET', `/v2.1/events/${event}?verbose=yes`, ''],
        ...requests.slice(1),
      ] as const) {
        const [status, said] = await withHost(configured, method, path, headers, body);
        expect([path, status < 300, said.includes('evil')]).toEqual([path, true, false]);
        if (method === 'GET') expect(said).toContain(`"uri":"https://api.example.org/v2.1/events/${event}"`);
      }
    }
    const links = (await configured.takeMail()).map(({ data }) => String(Reflect.get(data, 'resetUrl')));
    expect(links).toHaveLength(6);
    for (const link of links) expect(link).toMatch(/^https:\/\/api\.example\.org\/user\/new-password\?token=/);
  } finally {
    await configured.stop();
  }
});
