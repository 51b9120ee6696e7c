import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { createDispatcher, type Receiver } from '../../src/server/cluster/dispatcher.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';

afterEach(cleanUp);

/** A worker that handles its connections in this way. */
const worker = (take: (connection: Socket) => boolean): Receiver => ({
  isReady: () => true,
  take: (connection) => new Promise((resolve) => setImmediate(() => resolve(take(connection)))),
});

async function startDispatcher() {
  const dispatcher = await createDispatcher('127.0.0.1', 0);
  atTheEnd(dispatcher.close);
  /** Connects, from the returned port. */
  const client = async (): Promise<unknown> => {
    const socket = connect(dispatcher.port, '127.0.0.1');
    atTheEnd(() => socket.destroy());
    await once(socket, 'connect');
    return socket.localPort;
  };
  return { ...dispatcher, client };
}

it('a connection that one worker declines goes to another one', async () => {
  const { add, client } = await startDispatcher();
  const taken = Promise.withResolvers<unknown>();
  const declined: unknown[] = [];
  add(worker(({ remotePort }) => declined.push(remotePort) === 0));
  add(
    worker(({ remotePort }) => {
      taken.resolve(remotePort);
      return true;
    }),
  );
  const port = await client();
  expect([await taken.promise, declined]).toEqual([port, [port]]);
});

it('a closed connection is not offered to any worker', async () => {
  const { add, client } = await startDispatcher();
  const ports: unknown[] = [];
  const taken = Promise.withResolvers<void>();
  add(
    worker((connection) => {
      ports.push(connection.remotePort);
      if (ports.length === 1) connection.destroy();
      else taken.resolve();
      return ports.length > 1;
    }),
  );
  const clients = [await client(), await client()];
  await taken.promise;
  expect(ports).toEqual(clients);
});

it('connections are shared among idle workers, and a busy one keeps none waiting that others can accept', async () => {
  const { add, client } = await startDispatcher();
  const counts = { idle: 0, busy: 0 };
  const CONNECTIONS = 30;
  const all = Promise.withResolvers<void>();
  add({ isReady: () => true, take: () => new Promise(() => void (counts.busy += 1)) });
  add(
    worker(() => {
      counts.idle += 1;
      if (counts.idle + counts.busy === CONNECTIONS) all.resolve();
      return true;
    }),
  );
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  await all.promise;
  expect(counts.busy).toBeLessThanOrEqual(8);
  expect(counts.busy).toBeGreaterThan(0);
});
