import { connect, type Socket } from 'node:net';
import type { TestService } from '../support/service.js';

/** What a socket got back before its end. */
export interface RawAnswer {
  /** 0 when nothing came. */
  readonly status: number;
  /** Everything, headers included; the beginning of it where it is long. */
  readonly text: string;
  /** Milliseconds from the first byte sent to the first one received, and to the end of the connection. */
  readonly answeredMs: number;
  readonly endedMs: number;
  /** Bytes that the service took. */
  readonly sent: number;
}

interface RawRequest {
  /** The request line and headers, without the empty line behind them and `Host`. */
  readonly head: readonly string[];
  /** The body, in parts; it may be endless: sending ends when the service ends the connection. */
  readonly body?: Iterable<Uint8Array | string>;
  /** Whether the connection is half-closed once all is sent; else the service ends it, or the deadline. */
  readonly finish?: boolean;
  /** Milliseconds to wait between parts. */
  readonly pauseMs?: number;
  /** When to give up waiting for the end. */
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
