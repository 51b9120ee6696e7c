import { Socket } from 'node:net';
import type { Asked, Bytes } from './asked.js';

/** What came back over the wire. */
export interface Answered {
  /** 0: the connection ended without an answer. */
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  /** Milliseconds until all of it was there, or the connection ended. */
  readonly ms: number;
  /** False for one that never came, or never ended. */
  readonly isOver: boolean;
}

/** For whoever never answers. */
const PATIENCE_MS = 30_000;

/**
 * Sends a request byte for byte, over a connection of its own: what clients of HTTP would repair or refuse reaches the
 * service as it is.
 */
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
      // Not everybody is heard who asks for the end of the connection.
      if (isWhole(Buffer.concat(chunks), isHead)) socket.destroy();
    });
    // A service that has answered need not listen to the rest: what came before the end counts.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      resolve({ ...read(Buffer.concat(chunks)), ms: performance.now() - begin, isOver });
    });
    socket.connect(Number(port), hostname, () => socket.write(wire));
  });
}

/** Puts a request together, with everything in place of its `<…>`. */
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
  // That the rest of the body is welcome, and what comes of it.
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
