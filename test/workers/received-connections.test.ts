import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, createServer as createListener, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from '@jest/globals';
import type { FromWorker } from '../../src/server/cluster/messages.js';
import { receiveConnections } from '../../src/server/cluster/received-connections.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';

afterEach(cleanUp);

/** Both ends of a connection. */
async function connection(): Promise<{ readonly client: Socket; readonly accepted: Socket }> {
  const listener = createListener({ pauseOnConnect: true });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const client = connect((listener.address() as AddressInfo).port, '127.0.0.1');
  const [accepted] = (await once(listener, 'connection')) as [Socket];
  atTheEnd(() => {
    client.destroy();
    accepted.destroy();
    listener.close();
  });
  return { client, accepted };
}

function worker() {
  const server: Server = createServer((_request, response) => response.end('done'));
  const stopping = new AbortController();
  const said: FromWorker[] = [];
  return { ...receiveConnections(server, stopping.signal, (message) => said.push(message)), stopping, said };
}

it('a connection is accepted, and gets a response', async () => {
  const { onMessage, said } = worker();
  const { client, accepted } = await connection();
  onMessage({ kind: 'connection', connection: 1 }, accepted);
  client.write('GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n');
  expect(await text(client)).toContain('done');
  expect(said).toEqual([{ kind: 'accepted', connection: 1 }]);
});

it('a message without its connection is declined, and nothing waits for it at the end', async () => {
  const { onMessage, said, close } = worker();
  onMessage({ kind: 'connection', connection: 1 }, undefined);
  expect(said).toEqual([{ kind: 'declined', connection: 1 }]);
  await close(0);
});

it('a worker that exits declines, and leaves the connection to another one', async () => {
  const { onMessage, said, stopping } = worker();
  const { accepted } = await connection();
  stopping.abort();
  onMessage({ kind: 'connection', connection: 1 }, accepted);
  expect(said).toEqual([{ kind: 'declined', connection: 1 }]);
  expect(accepted.destroyed).toBe(true);
});

it('a confirmation of a connection that was never received reports it as missing; of a received one, nothing', async () => {
  const { onMessage, said } = worker();
  const { accepted } = await connection();
  onMessage({ kind: 'connection', connection: 1 }, accepted);
  onMessage({ kind: 'confirm', connection: 1 }, undefined);
  onMessage({ kind: 'confirm', connection: 2 }, undefined);
  expect(said).toEqual([
    { kind: 'accepted', connection: 1 },
    { kind: 'missing', connection: 2 },
  ]);
});
