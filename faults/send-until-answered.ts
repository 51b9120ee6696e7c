import { once } from 'node:events';
import { connect } from 'node:net';

const DEADLINE_MS = 10_000;

/** The first response and its latency. */
export interface FirstAnswer {
  /** 0 if the connection closed, or was idle for 10 s. */
  readonly status: number;
  /** Milliseconds since the first sent byte. */
  readonly tookMs: number;
}

/** Streams a request with backpressure until a response status arrives, then disconnects. */
export async function sendUntilAnswered(
  base: string,
  head: readonly string[],
  body: Iterable<Uint8Array> = [],
): Promise<FirstAnswer> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const begin = performance.now();
  let text = '';
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (text.includes('\r\n')) resolve();
    });
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    socket.setTimeout(DEADLINE_MS, resolve);
  });
  const sending = async (): Promise<void> => {
    socket.write([...head, 'Host: localhost', '', ''].join('\r\n'), 'latin1');
    for (const part of body) {
      if (text !== '' || socket.destroyed) return;
      // The socket buffer is full: wait until the service reads more.
      if (!socket.write(part)) await Promise.race([once(socket, 'drain'), answered]);
    }
  };
  await Promise.all([answered, sending()]);
  const tookMs = performance.now() - begin;
  socket.destroy();
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? 0), tookMs };
}
