import { connect, type Socket } from 'node:net';
import type { TestService } from '../support/service.js';

/** What a socket has received before its end. */
export interface RawAnswer {
  /** 0 without a response. */
  readonly status: number;
  /** All received data including headers, truncated if long. */
  readonly text: string;
  /** Milliseconds from the first sent byte to the first received one, and to the end of the connection. */
  readonly answeredMs: number;
  readonly endedMs: number;
  /** Number of bytes that the service has read. */
  readonly sent: number;
}

interface RawRequest {
  /** The request line and headers, without `Host` and the final empty line. */
  readonly head: readonly string[];
  /** The body, in parts; it may be endless: sending ends when the service closes the connection. */
  readonly body?: Iterable<Uint8Array | string>;
  /** Whether the connection is half-closed after sending; otherwise the service or the deadline ends it. */
  readonly finish?: boolean;
  /** Milliseconds to wait between parts. */
  readonly pauseMs?: number;
  /** Deadline for the end of the connection. */
  readonly deadlineMs?: number;
}

/** Sends exactly these bytes, and waits for the end of the connection. */
export async function sendRaw({ base }: Pick<TestService, 'base'>, request: RawRequest): Promise<RawAnswer> {
  const { head, body = [], finish = false, pauseMs = 0, deadlineMs = 15_000 } = request;
  const { hostname, port } = new URL(base);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const began = performance.now();
  const elapsed = () => performance.now() - began;
  let [text, answeredMs, sent, ended] = ['', 0, 0, false];
  const end = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error'] as const) socket.once(event, () => resolve());
  }).then(() => (ended = true));
  socket.on('error', () => undefined);
  socket.on('data', (part: Buffer) => {
    answeredMs ||= elapsed();
    if (text.length < 10_000) text += part.toString('latin1');
  });
  const deadline = setTimeout(() => socket.destroy(), deadlineMs);
  socket.write(`${head.join('\r\n')}\r\nHost: ${hostname}:${port}\r\n\r\n`);
  for (const part of body) {
    if (ended || socket.destroyed) break;
    await Promise.race([write(socket, part), end]);
    sent += part.length;
    if (pauseMs > 0) await Promise.race([new Promise((resolve) => setTimeout(resolve, pauseMs)), end]);
  }
  if (finish) socket.end();
  await end;
  clearTimeout(deadline);
  socket.destroy();
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text, answeredMs, endedMs: elapsed(), sent };
}

const write = (socket: Socket, part: Uint8Array | string): Promise<void> =>
  new Promise((resolve) => socket.write(part, () => resolve()));

/** A part of a body in `Transfer-Encoding: chunked`. */
export const chunk = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
