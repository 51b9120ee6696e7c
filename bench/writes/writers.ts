import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** One request as it goes over the wire. */
export function writeRequest(path: string, token: string, body?: object): string {
  const json = body === undefined ? '' : JSON.stringify(body);
  const type = json && 'Content-Type: application/json\r\n';
  return `POST ${path} HTTP/1.1\r\nHost: lectern.example.org\r\nAuthorization: Bearer ${token}\r\n${type}Content-Length: ${json.length}\r\n\r\n${json}`;
}

/**
 * People with a connection each, who send one request after the other. Bare sockets and no parser: whoever asks needs the
 * same two cores as those who are measured.
 */
export interface Writers {
  readonly count: number;
  /**
   * Has all of them send at once, until `total` requests are answered.
   *
   * @param next the next request of a writer, by his number
   * @returns the seconds that it took
   * @throws Error when one is not acknowledged
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

/** Answers here are short, and come in one piece, or in two when the body comes later: all of them end with their body. */
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
