import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import * as make from '../support/factories.js';
import { startService } from '../support/service.js';
import { createClient } from '../support/sign-in.js';
import { ask } from './ask.js';

afterEach(cleanUp);

/** A spam service that accepts everything, and the requests it has received. */
async function spamService(): Promise<{ url: string; told: URLSearchParams[] }> {
  const told: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      told.push(new URLSearchParams(body));
      response.end('false');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atTheEnd(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, told };
}

it.each([
  ['1', ['192.0.2.7', 'Mozilla/5.0 (phone)']],
  ['0', ['127.0.0.1', 'web2/1.0']],
])(
  'with TRUST_PROXY=%s, the spam check receives the client that Forwarded declares, if trusted (contract §1.9)',
  async (hops, who) => {
    const { url, told } = await spamService();
    const service = await startService({
      AKISMET_KEY: 'key',
      AKISMET_URL: url,
      TRUST_PROXY: hops,
      TRUST_PROXY_HEADER: 'forwarded',
    });
    atTheEnd(() => service.stop());
    const { pool } = service.database;
    const event = await make.createEvent(pool);
    const talk = await make.createTalk(pool, event);
    const answer = await ask(service, `/v2.1/talks/${talk}/comments`, {
      method: 'POST',
      token: await make.createToken(pool, await make.createUser(pool)),
      body: { comment: 'Good', rating: 5 },
      headers: { 'User-Agent': 'web2/1.0', Forwarded: 'for=192.0.2.7;user-agent="Mozilla/5.0 (phone)"' },
    });
    expect(answer.status).toBe(201);
    expect(told.map((fields) => [fields.get('user_ip'), fields.get('user_agent')])).toEqual([who]);
  },
);

describe('a website in front (decisions no. 34)', () => {
  const environment = { LIMIT_LOGIN_ADDRESS: '2/900', LIMIT_LOGIN_ACCOUNT: 'off' };
  const start = async (more: Readonly<Record<string, string>>) => {
    const service = await startService({ ...environment, ...more });
    atTheEnd(() => service.stop());
    const client = await createClient(service.database.pool);
    const logIn = async (headers: Readonly<Record<string, string>>) =>
      (
        await ask(service, '/v2.1/token', {
          method: 'POST',
          body: { grant_type: 'password', username: 'nobody', password: 'wrong', ...client },
          headers,
        })
      ).status;
    const statuses = async (times: number, headers: Readonly<Record<string, string>>) => {
      const all: number[] = [];
      while (all.length < times) all.push(await logIn(headers));
      return all;
    };
    return { service, statuses };
  };

  it.each([
    ['connected directly', { TRUST_FORWARDED_FROM: '192.0.2.1, 127.0.0.0/8' }, {}],
    [
      'alongside a reverse proxy',
      { TRUST_FORWARDED_FROM: '198.51.100.0/24', TRUST_PROXY: '1' },
      { 'X-Forwarded-For': '203.0.113.1, 198.51.100.7' },
    ],
    [
      'alongside a proxy that writes Forwarded',
      { TRUST_FORWARDED_FROM: '198.51.100.7', TRUST_PROXY: '1', TRUST_PROXY_HEADER: 'forwarded' },
      'for=198.51.100.7',
    ],
  ])('%s: each of its visitors has separate limits', async (_, settings, proxy) => {
    const { statuses } = await start(settings);
    const visitor = (address: string) =>
      typeof proxy === 'string'
        ? { Forwarded: `for=203.0.113.9, for=${address};user-agent="x", ${proxy}` }
        : { ...proxy, Forwarded: `for=203.0.113.9, for=${address};user-agent="x"` };
    expect(await statuses(3, visitor('192.0.2.11'))).toEqual([403, 403, 429]);
    expect(await statuses(3, visitor('192.0.2.12'))).toEqual([403, 403, 429]);
    expect(await statuses(1, visitor('192.0.2.11'))).toEqual([429]);
  });

  it('other callers cannot name a visitor, and the header never decides on host or scheme', async () => {
    const { service, statuses } = await start({ TRUST_FORWARDED_FROM: '192.0.2.1', TRUST_PROXY: '1' });
    const caller = (visitor: string) => ({ 'X-Forwarded-For': '198.51.100.8', Forwarded: `for=${visitor}` });
    expect(await statuses(2, caller('192.0.2.21'))).toEqual([403, 403]);
    expect(await statuses(1, caller('192.0.2.22'))).toEqual([429]);
    const headers = { 'X-Forwarded-For': '192.0.2.1', Forwarded: 'for=192.0.2.23;host=evil.example;proto=https' };
    const { text } = await ask(service, '/v2.1', { headers });
    expect([text.includes('evil'), text.includes(`${service.base}/v2.1/events`)]).toEqual([false, true]);
  });
});
