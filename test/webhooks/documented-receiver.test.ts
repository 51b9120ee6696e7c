import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { createWebhookSender } from '../../src/adapters/webhooks/send-webhook.js';
import { root } from '../docs/pages.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { freePort } from '../support/free-port.js';
import { eventually } from '../support/process.js';
import { newSecret, secondsNow, webhookTo } from './receiver.js';

afterEach(cleanUp);

it('the receiver of docs/live.md accepts signed messages once, and rejects others', async () => {
  const secret = newSecret();
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'docs/live/receiver.mjs'), String(port)], {
    env: { WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atTheEnd(() => child.kill());
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
  const send = createWebhookSender({ allowed: [`127.0.0.1:${port}`] });
  const statusOf = async (secrets: readonly string[], now = secondsNow()) =>
    (await send(webhookTo(`http://127.0.0.1:${port}/`, secrets), now)).status;

  await eventually(async () => (await statusOf([newSecret()])) === 401);
  expect(await statusOf([newSecret(), secret])).toBe(204);
  expect(await statusOf([secret])).toBe(204);
  expect(await statusOf([secret], secondsNow() - 600)).toBe(401);
  await eventually(() => output !== '');
  expect(output).toBe(`${webhookTo('').body}\n`);
});
