import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from '@jest/globals';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import * as make from '../support/factories.js';
import { startService } from '../support/service.js';
import { ask } from './ask.js';

afterEach(cleanUp);

/** A spam service that finds everything harmless, and what it was told. */
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
  'with TRUST_PROXY=%s, who comments is told as Forwarded says, user agent and all, or not (contract §1.9)',
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
