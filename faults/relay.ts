import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Cleanup } from '../src/server/composition/lifecycle.js';

/** A response on hold: computed by the server, but not forwarded yet. */
export interface Held {
  readonly computed: Promise<void>;
  release(): void;
}

/** Forwards HTTP to a server; can hold responses, or be down. */
export interface Relay {
  readonly base: string;
  /** Whether it closes connections without a response. */
  isDown: boolean;
  /** Holds the next response of the path. */
  hold(path: string): Held;
}

/** Starts a relay to an address such as `http://127.0.0.1:8080`. */
export async function startRelay(target: string, cleanup: Cleanup): Promise<Relay> {
  const agent = new Agent({ keepAlive: true });
  const holds = new Map<string, { arrive: () => void; readonly released: Promise<void> }>();

  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, headers, url = '' } = incoming;
    const forwarded = request(target + url, { agent, method, headers });
    incoming.pipe(forwarded);
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
    const held = holds.get(url);
    holds.delete(url);
    held?.arrive();
    await held?.released;
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    await pipeline(answer, response);
  }

  const server = createServer((incoming, response) => {
    if (relay.isDown) incoming.destroy();
    // The server or the client may be killed during a request.
    else forward(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup.add(() => {
    server.close();
    server.closeAllConnections();
    agent.destroy();
  });
  const relay: Relay = {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isDown: false,
    hold(path) {
      const [computed, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      holds.set(path, { arrive: computed.resolve, released: released.promise });
      return { computed: computed.promise, release: released.resolve };
    },
  };
  return relay;
}
