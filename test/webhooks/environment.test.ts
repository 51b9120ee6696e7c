import { afterEach, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cleanUp } from '../support/clean-up.js';
import { createCertificate } from './certificate.js';
import { replying, startReceiver, webhookTo } from './receiver.js';

afterEach(cleanUp);

/** The status of a webhook in a process with these variables, and that of a request with the defaults of Node.js. */
async function statusesWith(env: Record<string, string>, url: string): Promise<unknown> {
  const module = new URL('../../src/adapters/webhooks/send-webhook.js', import.meta.url).href;
  const { host, protocol } = new URL(url);
  const script = `
    import { get } from 'node:${protocol.slice(0, -1)}';
    import { createWebhookSender } from ${JSON.stringify(module)};
    const send = createWebhookSender({ allowed: [${JSON.stringify(host)}] });
    const { status } = await send(${JSON.stringify(webhookTo(url))}, 0);
    get(${JSON.stringify(url)}, (response) => {
      console.log(JSON.stringify({ status, byDefault: response.resume().statusCode }));
    });`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { env });
  return JSON.parse(stdout);
}

// Each default status shows that the variables have an effect in the process.

it('proxies of the environment are not used', async () => {
  const receiver = await startReceiver(replying(200));
  const proxy = await startReceiver(replying(502));
  const url = `http://${proxy.host}`;
  const env = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: url, HTTPS_PROXY: url, http_proxy: url };

  expect(await statusesWith(env, `http://${receiver.host}/`)).toEqual({ status: 200, byDefault: 502 });
});

it('the environment cannot disable the verification of certificates', async () => {
  const receiver = await startReceiver(replying(200), createCertificate());
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };

  expect(await statusesWith(env, `https://${receiver.host}/`)).toEqual({ status: null, byDefault: 200 });
});
