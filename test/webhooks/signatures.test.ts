import { afterEach, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { createWebhookSender } from '../../src/adapters/webhooks/send-webhook.js';
import { cleanUp } from '../support/clean-up.js';
import { createCertificate } from './certificate.js';
import { newSecret, replying, secondsNow, startReceiver, webhookTo, type ReceivedRequest } from './receiver.js';

afterEach(cleanUp);

async function received(secrets: readonly string[], now = secondsNow()): Promise<ReceivedRequest> {
  const receiver = await startReceiver(replying(204));
  const send = createWebhookSender({ allowed: [receiver.host] });
  expect(await send(webhookTo(`http://${receiver.host}/hooks?a=1`, secrets), now)).toMatchObject({ status: 204 });
  expect(receiver.requests).toHaveLength(1);
  return receiver.requests[0]!;
}

const verify = (secret: string, { body, headers }: ReceivedRequest): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

it('a request has the headers of Standard Webhooks', async () => {
  const { body, headers, method, path } = await received([newSecret()], 1_700_000_000.9);

  const webhook = webhookTo('');
  expect({ body, method, path }).toEqual({ body: webhook.body, method: 'POST', path: '/hooks?a=1' });
  expect(headers).toEqual({
    host: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    connection: 'close',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(webhook.body)),
    'user-agent': 'Lectern/0.1.0',
    'webhook-id': webhook.id,
    'webhook-timestamp': '1700000000',
    'webhook-signature': expect.stringMatching(/^v1,[\w+/]{43}=$/),
  });
});

it('standardwebhooks verifies the signature', async () => {
  const secret = newSecret();

  expect(verify(secret, await received([secret]))).toEqual({ type: 'talk.created', data: { title: 'Größe' } });
});

it('a secret whose base64 has lost its padding signs as the whole one', async () => {
  const secret = newSecret();

  expect(verify(secret, await received([secret.replace(/=+$/, '')]))).toMatchObject({ type: 'talk.created' });
});

it('during rotation, each of two secrets verifies, and a third does not', async () => {
  const secrets = [newSecret(), newSecret()];
  const request = await received(secrets);

  for (const secret of secrets) expect(verify(secret, request)).toMatchObject({ type: 'talk.created' });
  expect(() => verify(newSecret(), request)).toThrow('No matching signature');
});

it('a changed body, ID or timestamp is rejected', async () => {
  const secret = newSecret();
  const request = await received([secret]);
  const later = String(Number(request.headers['webhook-timestamp']) + 1);

  const changed = [
    { ...request, body: request.body.replace('created', 'deleted') },
    { ...request, headers: { ...request.headers, 'webhook-id': 'msg_other' } },
    { ...request, headers: { ...request.headers, 'webhook-timestamp': later } },
  ];
  for (const one of changed) expect(() => verify(secret, one)).toThrow('No matching signature');
});

it('a message that is ten minutes old is rejected', async () => {
  const secret = newSecret();
  const request = await received([secret], secondsNow() - 600);

  expect(() => verify(secret, request)).toThrow('Message timestamp too old');
});

it.each([[[]], [['']], [['whsec_']], [['c2VjcmV0']]])(
  'without a valid secret (%j) nothing is sent',
  async (secrets) => {
    const receiver = await startReceiver(replying(204));
    const send = createWebhookSender({ allowed: [receiver.host] });

    await expect(send(webhookTo(`http://${receiver.host}/`, secrets), 0)).rejects.toThrow(TypeError);
    expect(receiver.connections).toHaveLength(0);
  },
);

it('over TLS, a valid certificate is required', async () => {
  const certificate = createCertificate();
  const receiver = await startReceiver(replying(200), certificate);
  const webhook = webhookTo(`https://${receiver.host}/`);
  const allowed = [receiver.host];

  expect(await createWebhookSender({ allowed })(webhook, 0)).toMatchObject({
    outcome: 'failed',
    status: null,
    error: 'certificate not accepted (DEPTH_ZERO_SELF_SIGNED_CERT)',
  });
  expect(receiver.requests).toHaveLength(0);
  expect(await createWebhookSender({ allowed, ca: certificate.cert })(webhook, 0)).toMatchObject({
    outcome: 'delivered',
  });
});

it('a certificate for another name is rejected', async () => {
  const certificate = createCertificate();
  const { port, requests } = await startReceiver(replying(200), certificate);
  const host = `localhost:${port}`;
  const send = createWebhookSender({ allowed: [host], ca: certificate.cert });

  expect(await send(webhookTo(`https://${host}/`), 0)).toMatchObject({
    status: null,
    error: 'certificate not accepted (ERR_TLS_CERT_ALTNAME_INVALID)',
  });
  expect(requests).toHaveLength(0);
});
