import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpServer } from '../../src/http/http-server.js';
import { openEventStream } from '../../src/http/subscriptions/event-stream.js';
import { createUnsentBytes } from '../../src/http/unsent-bytes.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';

afterEach(cleanUp);

const MEGABYTE = 2 ** 20;
/** More than the operating system accepts for a client that does not read. */
const LONG = 16 * MEGABYTE;

async function listenOn<Some extends Server>(server: Some): Promise<Some> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atTheEnd(() => server.close());
  return server;
}

function connectTo(server: Server): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  atTheEnd(() => socket.destroy());
  return socket.on('error', () => undefined);
}

/** Resets count, too. */
const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()));

const GET = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n';

describe('unsent bytes', () => {
  const bounds = {
    perCaller: 4 * MEGABYTE,
    perProcess: 8 * MEGABYTE,
    most: 16 * MEGABYTE,
    small: 64 * 1024,
    // Many times the interval in which a slow client reads: the process of both may stand still for a while.
    patienceMs: 2_000,
  };
  const callers = new WeakMap<ServerResponse, string>();

  /** A response to a caller who reads nothing until `read` is called. */
  async function setUp() {
    const waiting: ServerResponse[] = [];
    const server = await listenOn(createServer((_request, response) => void waiting.push(response)));
    const open = async (caller: string) => {
      const socket = connectTo(server);
      socket.write(GET);
      await once(server, 'request');
      const response = waiting.pop()!;
      callers.set(response, caller);
      return { socket, response };
    };
    return { open, unsent: createUnsentBytes((response) => callers.get(response) ?? '', bounds) };
  }
  const bodyOf = (megabytes: number) => Buffer.alloc(megabytes * MEGABYTE);

  it('are bounded for each caller, and released with the connection', async () => {
    const { open, unsent } = await setUp();
    const [first, second, third] = [await open('a'), await open('a'), await open('a')];
    expect(unsent.hold(first.response, bodyOf(3), true)).toBe(true);
    expect([unsent.mayRefuse(), unsent.refuses('a')]).toEqual([false, false]);
    expect(unsent.hold(second.response, bodyOf(3), true)).toBe(true);
    expect([unsent.mayRefuse(), unsent.refuses('a'), unsent.refuses('b')]).toEqual([true, true, false]);
    expect([unsent.reserve(third.response, 1), unsent.hold(third.response, bodyOf(1), false)]).toEqual([false, true]);
    first.response.destroy();
    await once(first.response, 'close');
    expect(unsent.refuses('a')).toBe(true);
    second.response.destroy();
    await once(second.response, 'close');
    expect([unsent.mayRefuse(), unsent.refuses('a')]).toEqual([false, false]);
  });

  it('of a process are bounded for the callers who have most, and for no other one', async () => {
    const { open, unsent } = await setUp();
    for (const caller of ['a', 'b', 'c']) unsent.hold((await open(caller)).response, bodyOf(3), true);
    const small = await open('d');
    expect(unsent.reserve(small.response, 1024)).toBe(true);
    expect(['a', 'b', 'c', 'd', 'e'].map((caller) => unsent.refuses(caller))).toEqual([true, true, true, false, false]);
    // Its share is a fifth.
    expect([MEGABYTE, 2 * MEGABYTE].map((bytes) => unsent.reserve(small.response, bytes))).toEqual([true, false]);
  });

  it('of a process do not grow with the callers: those who have most are closed first, small ones never', async () => {
    const { open, unsent } = await setUp();
    const kept = await open('small');
    unsent.hold(kept.response, Buffer.alloc(50 * 1024), true);
    const held: { response: ServerResponse; bytes: number }[] = [];
    for (let callers = 2; callers < 42; callers += 1) {
      const { response } = await open(`caller ${callers}`);
      // A bit less than an equal share of all.
      const bytes = Math.floor((7.9 * MEGABYTE) / Math.max(callers, 3));
      if (unsent.hold(response, Buffer.alloc(bytes), true)) held.push({ response, bytes });
    }
    const stillOpen = held.filter(({ response }) => !response.destroyed);
    expect(stillOpen.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(16 * MEGABYTE);
    const closedBytes = held.filter(({ response }) => response.destroyed).map(({ bytes }) => bytes);
    expect(Math.min(...closedBytes)).toBeGreaterThanOrEqual(Math.max(...stillOpen.map(({ bytes }) => bytes)));
    expect(kept.response.destroyed).toBe(false);
    expect(unsent.reserve((await open('another')).response, 1024)).toBe(true);
  });

  it('that responses share count once', async () => {
    const { open, unsent } = await setUp();
    const body = bodyOf(3);
    const all = [await open('a'), await open('a'), await open('b')];
    for (const { response } of all) expect(unsent.hold(response, body, true)).toBe(true);
    expect(unsent.mayRefuse()).toBe(false);
    const { response } = all[0]!;
    response.destroy();
    await once(response, 'close');
    // Another response holds the body now.
    const further = await open('a');
    expect([unsent.hold(further.response, bodyOf(2), true), unsent.refuses('a')]).toEqual([true, true]);
  });

  it('beyond a bound are released if the client does not read, but not if it is slow', async () => {
    const { open, unsent } = await setUp();
    const [silent, slow] = [await open('a'), await open('a')];
    for (const { response } of [silent, slow]) {
      const body = bodyOf(LONG / MEGABYTE);
      unsent.hold(response, body, false);
      response.end(body);
    }
    let received = 0;
    const reading = setInterval(() => {
      const part = slow.socket.read() as Buffer | null;
      received += part?.length ?? 0;
    }, 50);
    atTheEnd(() => clearInterval(reading));
    slow.socket.on('readable', () => undefined);
    await once(silent.response, 'close');
    expect([silent.response.writableFinished, slow.response.destroyed && !slow.response.writableFinished]).toEqual([
      false,
      false,
    ]);
    expect(received).toBeGreaterThan(0);
  });

  it('of a stream count, and end it beyond the bound', async () => {
    const { open, unsent } = await setUp();
    const { response } = await open('a');
    unsent.hold((await open('a')).response, bodyOf(6), true);
    const stream = openEventStream(response, {}, () => unsent.update(response, 'a'));
    for (let sent = 0; sent < 100 && !response.destroyed; sent += 1) stream.next({ body: 'x'.repeat(100_000) });
    expect(response.destroyed).toBe(true);
    expect(response.writableLength).toBeLessThan(200_000);
  });
});

describe('a connection', () => {
  it('is closed if no byte of a response is accepted, although the client sends; a slow one is not', async () => {
    const server = await listenOn(
      createHttpServer((_request, response) => void response.end(Buffer.alloc(LONG)), { stallMs: 2_000 }),
    );
    const [silent, slow] = [connectTo(server), connectTo(server)];
    const sending = setInterval(() => silent.write(GET), 100);
    let received = 0;
    const reading = setInterval(() => (received += (slow.read() as Buffer | null)?.length ?? 0), 50);
    atTheEnd(() => [sending, reading].forEach((timer) => clearInterval(timer)));
    slow.on('readable', () => undefined).write(GET);
    await closed(silent);
    await sleep(2_000);
    expect(slow.destroyed).toBe(false);
    expect(received).toBeGreaterThan(0);
  });

  it('is closed at the 102nd pipelined request', async () => {
    let handled = 0;
    const server = await listenOn(createHttpServer(() => void (handled += 1)));
    const socket = connectTo(server);
    socket.write(GET.repeat(101));
    await sleep(100);
    expect([handled, socket.destroyed]).toEqual([101, false]);
    socket.write(GET);
    await closed(socket);
    expect(handled).toBe(101);
  });
});
