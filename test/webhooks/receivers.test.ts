import { afterEach, describe, expect, it } from '@jest/globals';
import type { RequestListener } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createWebhookSender } from '../../src/adapters/webhooks/send-webhook.js';
import type { WebhookResult } from '../../src/core/webhooks/ports.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { listen, replying, startReceiver, webhookTo } from './receiver.js';

afterEach(cleanUp);

const TIMEOUT_MS = 1_000;
/** For busy machines; a receiver that determined the time would need longer. */
const LIMIT_MS = 10_000;

async function sendTo(host: string, timeoutMs = 15_000): Promise<WebhookResult> {
  const begin = performance.now();
  const result = await createWebhookSender({ allowed: [host], timeoutMs })(webhookTo(`http://${host}/hook`), 0);
  expect(performance.now() - begin).toBeLessThan(LIMIT_MS);
  expect(result.durationMs).toBeLessThan(LIMIT_MS);
  return result;
}

const outcomeOf = async (respond: RequestListener, timeoutMs?: number): Promise<Omit<WebhookResult, 'durationMs'>> => {
  const { durationMs: _, ...outcome } = await sendTo((await startReceiver(respond)).host, timeoutMs);
  return outcome;
};

/** A server below HTTP: the function receives each connection. */
async function rawReceiver(onConnection: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    onConnection(socket);
  });
  return (await listen(server)).host;
}

/** Calls the function repeatedly until the connection closes. */
function repeatedly(socket: Socket, milliseconds: number, act: () => void): void {
  const timer = setInterval(act, milliseconds);
  atTheEnd(() => clearInterval(timer));
  socket.on('close', () => clearInterval(timer));
}

describe('statuses', () => {
  it.each([200, 201, 202, 204, 299])('%i means delivered', async (status) => {
    expect(await outcomeOf(replying(status))).toEqual({
      outcome: 'delivered',
      status,
      retryAfterSeconds: null,
      error: null,
    });
  });

  it('410 means gone', async () => {
    expect(await outcomeOf(replying(410, { 'Retry-After': '5' }))).toEqual({
      outcome: 'gone',
      status: 410,
      retryAfterSeconds: null,
      error: 'HTTP 410',
    });
  });

  it.each([400, 401, 404, 500, 503])('%i means failed', async (status) => {
    expect(await outcomeOf(replying(status))).toEqual({
      outcome: 'failed',
      status,
      retryAfterSeconds: null,
      error: `HTTP ${status}`,
    });
  });

  it.each([429, 503])('%i with Retry-After requests a time', async (status) => {
    expect(await outcomeOf(replying(status, { 'Retry-After': '120' }))).toMatchObject({
      outcome: 'failed',
      retryAfterSeconds: 120,
    });
  });

  it.each([301, 302, 303, 307, 308])('%i is not followed', async (status) => {
    const target = await startReceiver(replying(200));
    const respond = replying(status, { Location: `http://${target.host}/` });

    expect(await outcomeOf(respond)).toMatchObject({
      outcome: 'failed',
      status,
      error: `HTTP ${status}: redirects are not followed`,
    });
    expect(target.connections).toHaveLength(0);
  });

  it('101 means failed', async () => {
    const host = await rawReceiver((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'));
    });

    expect(await sendTo(host)).toMatchObject({ outcome: 'failed' });
  });
});

describe('receivers in trouble', () => {
  const late = { outcome: 'failed', status: null, error: 'no response within 1 s' };
  const closed = { outcome: 'failed', status: null, error: 'connection closed before a response' };

  it.each<[string, (socket: Socket) => void, object]>([
    ['hangs', () => undefined, late],
    ['drips its headers', (socket) => void dripHeaders(socket), late],
    ['sends interim responses without end', (socket) => void sendInterim(socket), late],
    ['closes at once', (socket) => void socket.end(), closed],
    ['resets the connection', (socket) => void socket.resetAndDestroy(), closed],
    ['closes within its headers', (socket) => void socket.end('HTTP/1.1 200 OK\r\nDa'), closed],
    ['sends no HTTP', (socket) => void socket.end('SSH-2.0-OpenSSH_9.2\r\n'), { error: /^invalid HTTP response/ }],
    ['sends endless headers', (socket) => void endlessHeaders(socket), { error: /^invalid HTTP response/ }],
  ])('that %s: failed', async (_, onConnection, expected) => {
    const result = await sendTo(await rawReceiver(onConnection), expected === late ? TIMEOUT_MS : undefined);

    const patterns = Object.entries(expected).map(([name, value]: [string, unknown]) => [
      name,
      value instanceof RegExp ? expect.stringMatching(value) : value,
    ]);
    expect(result).toMatchObject({ outcome: 'failed', ...(Object.fromEntries(patterns) as object) });
  });

  function dripHeaders(socket: Socket): void {
    socket.write('HTTP/1.1 200 OK\r\nX-Drip: ');
    repeatedly(socket, 20, () => socket.write('x'));
  }

  function sendInterim(socket: Socket): void {
    repeatedly(socket, 20, () => socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'));
  }

  function endlessHeaders(socket: Socket): void {
    socket.write('HTTP/1.1 200 OK\r\n');
    repeatedly(socket, 1, () => socket.write(`X-Endless: ${'x'.repeat(4_000)}\r\n`));
  }

  it('that is unreachable: failed', async () => {
    const { host } = await startReceiver(replying(200));
    await cleanUp();

    expect(await sendTo(host)).toMatchObject({ status: null, error: 'connection refused' });
  });

  it.each([
    [200, 'delivered'],
    [500, 'failed'],
    [410, 'gone'],
  ])('that drips the body of %i: the status decides after the time is over', async (status, outcome) => {
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(status);
      repeatedly(response.socket!, 20, () => response.write('x'));
    });

    expect(await sendTo(receiver.host, TIMEOUT_MS)).toMatchObject({ outcome, status });
    await closing(receiver.connections);
  });

  it('that closes within its body: the status decides', async () => {
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(200, { 'Content-Length': 100 }).write('x', () => response.destroy());
    });

    expect(await sendTo(receiver.host)).toMatchObject({ outcome: 'delivered', error: null });
  });

  it('that sends 100 MB: the connection is closed after the first 64 KiB', async () => {
    const chunk = Buffer.alloc(65_536, 'x');
    const body = function* () {
      for (let count = 0; count < 1_600; count += 1) yield chunk;
    };
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(200);
      pipeline(Readable.from(body()), response).catch(() => response.destroy());
    });

    expect(await sendTo(receiver.host)).toMatchObject({ outcome: 'delivered', status: 200 });
    await closing(receiver.connections);
    // What the buffers of the operating system hold is written without being read.
    expect(receiver.connections[0]?.bytesWritten).toBeLessThan(16_000_000);
  });

  it('that sends an ordinary body sees no aborted response', async () => {
    const ends: string[] = [];
    const receiver = await startReceiver((_request, response) => {
      response.on('close', () => ends.push(response.writableFinished ? 'finished' : 'aborted'));
      response.writeHead(200).write('o');
      setTimeout(() => response.end('k'), 50);
    });

    expect(await sendTo(receiver.host)).toMatchObject({ outcome: 'delivered' });
    await closing(receiver.connections);
    expect(ends).toEqual(['finished']);
  });

  async function closing(connections: readonly Socket[]): Promise<void> {
    for (const begin = performance.now(); connections.some((socket) => !socket.closed); await delay(5))
      if (performance.now() - begin > LIMIT_MS) throw new Error('The connection is still open');
  }
});

it('each attempt has a connection of its own', async () => {
  const receiver = await startReceiver(replying(200, { Connection: 'keep-alive' }));
  const send = createWebhookSender({ allowed: [receiver.host] });
  const webhook = webhookTo(`http://${receiver.host}/`);

  for (let attempt = 0; attempt < 3; attempt += 1) await send(webhook, 0);
  expect(receiver.connections).toHaveLength(3);
});
