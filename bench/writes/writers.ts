import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Serializes an HTTP request. */
export function writeRequest(path: string, token: string, body?: object): string {
  const json = body === undefined ? '' : JSON.stringify(body);
  const type = json && 'Content-Type: application/json\r\n';
  return `POST ${path} HTTP/1.1\r\nHost: lectern.example.org\r\nAuthorization: Bearer ${token}\r\n${type}Content-Length: ${json.length}\r\n\r\n${json}`;
}

/**
 * Clients with one connection each, which send requests sequentially. Bare sockets without an HTTP parser, because the
 * driver shares the cores with the measured servers.
 */
export interface Writers {
  readonly count: number;
  /**
   * Sends `total` requests from all writers concurrently.
   *
   * @param next builds the next request of a writer, by its index
   * @returns the duration in seconds
   * @throws Error if a request is not acknowledged
   */
  send(total: number, next: (writer: number) => string): Promise<number>;
  close(): void;
}

export async function openWriters(port: number, count: number): Promise<Writers> {
  const sockets = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', noDelay: true }));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return {
    count,
    async send(total, next) {
      const started = performance.now();
      let left = total;
      await Promise.all(
        sockets.map(async (socket, writer) => {
          while (left > 0) {
            left -= 1;
            await acknowledged(socket, next(writer));
          }
        }),
      );
      return (performance.now() - started) / 1000;
    },
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
}

/** Sends a request and waits for the end of its response, which is short and has a `Content-Length`. */
function acknowledged(socket: Socket, request: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    const done = (error?: Error) => {
      socket.off('data', onData).off('error', done).off('close', onClose);
      if (error) reject(error);
      else resolve();
    };
    const onClose = () => done(new Error('The server closed a connection'));
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (!isWhole(text)) return;
      done(text.startsWith('HTTP/1.1 201') ? undefined : new Error(`Not acknowledged: ${text}`));
    };
    if (socket.destroyed) onClose();
    socket.on('data', onData).on('error', done).on('close', onClose);
    socket.write(request);
  });
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
  return text.length >= end + 4 + Number(length ?? 0);
}
