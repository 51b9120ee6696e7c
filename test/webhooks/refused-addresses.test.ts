import { afterEach, describe, expect, it } from '@jest/globals';
import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createPublicLookup } from '../../src/adapters/webhooks/public-lookup.js';
import { createWebhookSender } from '../../src/adapters/webhooks/send-webhook.js';
import { cleanUp } from '../support/clean-up.js';
import { startNameServer } from './name-server.js';
import { listen, replying, startReceiver, webhookTo } from './receiver.js';

afterEach(cleanUp);

const PUBLIC = '93.184.216.34';
const notPublic = { outcome: 'failed', status: null, retryAfterSeconds: null, error: 'address is not public' };
const notResolved = (code: string) => ({ ...notPublic, error: `name not resolved (${code})` });

/** The result of the lookup that a connection makes. */
const lookUp = async (hostname: string, nameServer: string, all = true): Promise<string | LookupAddress[]> =>
  new Promise((resolve, reject) =>
    createPublicLookup([nameServer]).lookup(hostname, { all }, (error, found) =>
      error ? reject(error) : resolve(found),
    ),
  );

describe('no connection reaches', () => {
  it.each([
    '127.0.0.1',
    '[::1]',
    '[::]',
    '0.0.0.0',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '017700000001',
    '127.1',
    '127.0.0.1.',
    '１２７.0.0.1',
    'localhost',
    'LOCALHOST.',
    'x.localhost',
  ])('the loopback interface by https://%s', async (hostname) => {
    const { port, connections } = await listen(createServer());

    expect(await createWebhookSender({ allowed: [] })(webhookTo(`https://${hostname}:${port}/`), 0)).toMatchObject(
      notPublic,
    );
    expect(connections).toHaveLength(0);
  });

  it.each<[string, string[]]>([
    ['a private address', ['127.0.0.1']],
    ['a private IPv6 address', ['::1']],
    ['a mapped private address', ['::ffff:127.0.0.1']],
    ['a public and a private address', [PUBLIC, '127.0.0.1']],
    ['a public address and a private IPv6 address', [PUBLIC, '::1']],
  ])('a name with %s', async (_, addresses) => {
    const nameServer = await startNameServer({ 'hook.example.org': [addresses] });
    const { port, connections } = await listen(createServer());
    const send = createWebhookSender({ allowed: [], nameServers: [nameServer.address] });

    expect(await send(webhookTo(`https://hook.example.org:${port}/`), 0)).toMatchObject(notPublic);
    expect(connections).toHaveLength(0);
    expect(nameServer.queries).toEqual(['hook.example.org']);
  });

  it('a name that was public when it was checked before (DNS rebinding)', async () => {
    const nameServer = await startNameServer({ 'rebinding.example.org': [[PUBLIC], ['127.0.0.1']] });
    const { port, connections } = await listen(createServer());
    const send = createWebhookSender({ allowed: [], nameServers: [nameServer.address] });

    expect(await lookUp('rebinding.example.org', nameServer.address)).toEqual([{ address: PUBLIC, family: 4 }]);
    expect(await send(webhookTo(`https://rebinding.example.org:${port}/`), 0)).toMatchObject(notPublic);
    expect(connections).toHaveLength(0);
  });

  it('a receiver by http, unless its host and port are allowed', async () => {
    const { host, port, connections } = await startReceiver(replying(200));
    const sendTo = (allowed: string[]) => createWebhookSender({ allowed })(webhookTo(`http://${host}/`), 0);

    expect(await sendTo([`127.0.0.1:${port + 1}`, '127.0.0.1', `localhost:${port}`])).toMatchObject({
      error: 'URL is not https',
    });
    expect(connections).toHaveLength(0);
    expect(await sendTo([`127.0.0.1:${port}`])).toMatchObject({ outcome: 'delivered' });
  });

  it('a receiver by a URL with credentials', async () => {
    const { host, connections } = await startReceiver(replying(200));
    const send = createWebhookSender({ allowed: [host] });

    expect(await send(webhookTo(`http://ada:secret@${host}/`), 0)).toMatchObject({ error: 'URL contains credentials' });
    expect(connections).toHaveLength(0);
  });
});

describe('names', () => {
  it('a connection receives all addresses of a public name, IPv4 first, or one', async () => {
    const addresses = ['2606:2800:21f:cb07::1', PUBLIC];
    const { address } = await startNameServer({ 'hook.example.org': [addresses] });

    expect(await lookUp('hook.example.org', address)).toEqual([
      { address: PUBLIC, family: 4 },
      { address: '2606:2800:21f:cb07::1', family: 6 },
    ]);
    expect(await lookUp('hook.example.org', address, false)).toBe(PUBLIC);
  });

  it.each([
    ['does not exist', 'missing.example.org', 'ENOTFOUND'],
    ['has no address', 'empty.example.org', 'ENODATA'],
  ])('a name that %s: failed', async (_, name, code) => {
    const { address } = await startNameServer({ 'empty.example.org': [[]] });
    const send = createWebhookSender({ allowed: [], nameServers: [address] });

    expect(await send(webhookTo(`https://${name}/`), 0)).toMatchObject(notResolved(code));
  });

  it('a name server that does not respond is awaited no longer than a receiver', async () => {
    const { address, queries } = await startNameServer({});
    const send = createWebhookSender({ allowed: [], nameServers: [address], timeoutMs: 300 });
    const result = await send(webhookTo('https://silent.example.org/'), 0);

    expect(result).toMatchObject({ status: null, error: 'no response within 0.3 s' });
    expect(result.durationMs).toBeLessThan(5_000);
    // The second try would follow 1.5 s after the first.
    await delay(2_000);
    expect(queries).toHaveLength(1);
  });

  it('an allowed name is resolved by the system and may be private', async () => {
    const { port } = await startReceiver(replying(200));
    const allowed = [`localhost:${port}`];

    expect(await createWebhookSender({ allowed })(webhookTo(`http://localhost:${port}/`), 0)).toMatchObject({
      outcome: 'delivered',
    });
  });
});
