import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { threadCpuMs } from '../support/cpu-time.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf } from './ask.js';

describe('malicious requests', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
    await make.createEvent(service.database.pool);
  });
  afterAll(() => service.stop());

  it.each([
    ['evil.example', 400],
    ['evil.example:80', 400],
    ['localhost.evil.example', 400],
    ['127.0.0.1.evil.example', 400],
    ['user@localhost', 400],
    ['localhost/x', 400],
    ['', 400],
    ['localhost', 200],
    ['LOCALHOST:1234', 200],
    ['[::1]:8080', 200],
  ])('with Host "%s" get %i, and never a link to another origin', async (host, status) => {
    const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const asking = request(`${service.base}/v2.1`, { headers: { host }, setHost: false }, (response) => {
        let text = '';
        response
          .on('data', (part) => (text += String(part)))
          .on('end', () => resolve({ status: response.statusCode, text }));
      });
      asking.on('error', reject).end();
    });
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain('evil');
    if (status === 200) expect(bodyOf(answer)['events']).toBe(`http://${host.toLowerCase()}/v2.1/events`);
  });

  it.each([
    ...[
      '/v2.1/events/%zz',
      '/v2.1/events/%E0%A4%A',
      '/%zz',
      '/v2.1/%00',
      '/v2.1/events/1%2F2',
      '/v2.1/events/%252e',
      '/v2.1/..%2f',
    ],
    ...['/e/%00', '/event/%00', '/talk/%00', '/user/%00', `/e/${'x'.repeat(9000)}`, `/v2.1/${'a/'.repeat(5000)}`],
    ...['stub', 'title', 'tags[]', 'startdate', 'filter', 'start'].map((name) => `/v2.1/events?${name}=%00`),
    ...['/v2.1/users?username=%00', '/v2.1/users?keyword=%00%ff', '/v2.1/talks?title=%00', '/v2.1/talks?title=%FF%FE'],
    ...[
      '/v2.1/events?filter=__proto__',
      '/v2.1/events?__proto__=1&constructor=2',
      '/v2.1/events?tags[__proto__]=a',
      '/v2.1/events?[]=a',
    ],
    ...[
      '/v2.1/events?startdate=-271821-04-20',
      '/v2.1/events?enddate=%2B275760-09-13',
      '/v2.1/events?startdate=@-99999999999',
    ],
    ...[
      `/v2.1/events?title=${'x'.repeat(9000)}`,
      `/v2.1/talks?title=${'x'.repeat(9000)}`,
      `/v2.1/users?keyword=${'%25'.repeat(3000)}`,
    ],
    ...[
      `/v2.1/events?${'tags[]=a&'.repeat(1500)}`,
      `/v2.1/events?stub=${'%F0%9F%98%80'.repeat(700)}`,
      '/v2.1/events?&&&=&=a&?',
    ],
  ])('never fail with 5xx at %s', async (path) => {
    expect((await ask(service, path)).status).toBeLessThan(500);
  });

  it('take no longer for a path that consists of slashes', async () => {
    const cpuMs = await threadCpuMs(async () => {
      for (let turn = 0; turn < 5; turn += 1) await ask(service, `/v2.1${'/'.repeat(14_000)}x`);
    });
    expect(cpuMs).toBeLessThan(250);
  });

  it('open the page of a slug of the maximum length', async () => {
    const slug = 'a-'.repeat(600);
    await make.createEvent(service.database.pool, { slug });
    expect((await ask(service, `/event/${slug}`)).status).toBe(200);
  });
});
