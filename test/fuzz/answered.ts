import { Socket } from 'node:net';
import type { Asked, Bytes } from './asked.js';

/** A response as received over the wire. */
export interface Answered {
  /** 0: the connection closed without a response. */
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  /** Milliseconds until the response was complete, or the connection closed. */
  readonly ms: number;
  /** False if it is missing or incomplete. */
  readonly isOver: boolean;
}

/** Timeout without a response. */
const PATIENCE_MS = 30_000;

/** Sends a request byte for byte, over its own connection: HTTP clients would repair or reject some of them. */
export function send({ hostname, port }: URL, wire: Buffer, isHead: boolean): Promise<Answered> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const begin = performance.now();
    const socket = new Socket();
    let isOver = true;
    socket.setTimeout(PATIENCE_MS, () => {
      isOver = false;
      socket.destroy();
    });
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      // Some responses ignore `Connection: close`.
      if (isWhole(Buffer.concat(chunks), isHead)) socket.destroy();
    });
    // The service may respond before it has read the whole request: data before the close counts.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      resolve({ ...read(Buffer.concat(chunks)), ms: performance.now() - begin, isOver });
    });
    socket.connect(Number(port), hostname, () => socket.write(wire));
  });
}

/** Builds a request, with values for all placeholders `<…>`. */
export function wireOf(asked: Asked, host: string, fill: (text: Bytes) => Bytes): Buffer {
  const names = new Set(asked.headers.map(([name]) => name.toLowerCase()));
  const body = asked.body === undefined ? undefined : fill(asked.body);
  const wanted: readonly (readonly [string, string])[] = [
    ['Host', host],
    ['Connection', 'close'],
    ...(asked.as === 'nobody' ? [] : [['Authorization', fill('Bearer <token>')] as const]),
    ...(body === undefined ? [] : [['Content-Length', String(body.length)] as const]),
  ];
  const headers = [...wanted.filter(([name]) => !names.has(name.toLowerCase())), ...asked.headers];
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${asked.method} ${fill(asked.target)} HTTP/1.1\r\n${lines}\r\n${body ?? ''}`, 'latin1');
}

function read(received: Buffer): Pick<Answered, 'status' | 'headers' | 'body'> {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return { status: 0, headers: new Map(), body: Buffer.alloc(0) };
  const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0);
  const rest = received.subarray(end + 4);
  // Interim responses (100) precede the final one.
  if (status === 100) return read(rest);
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { status, headers, body: headers.get('transfer-encoding') === 'chunked' ? unchunked(rest) : rest };
}

const BODILESS = new Set([204, 304]);

function isWhole(received: Buffer, isHead: boolean): boolean {
  const { status, headers } = read(received);
  if (status < 200) return false;
  if (isHead || BODILESS.has(status)) return true;
  const head = received.indexOf('\r\n\r\n') + 4;
  return headers.get('transfer-encoding') === 'chunked'
    ? received.subarray(-7).toString('latin1').endsWith('0\r\n\r\n')
    : received.length - head >= Number(headers.get('content-length') ?? Infinity);
}

function unchunked(rest: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < rest.length;) {
    const line = rest.indexOf('\r\n', at);
    const size = parseInt(rest.subarray(at, line).toString('latin1'), 16);
    if (!(size > 0)) break;
    pieces.push(rest.subarray(line + 2, line + 2 + size));
    at = line + size + 4;
  }
  return Buffer.concat(pieces);
}
