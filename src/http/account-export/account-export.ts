import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HttpError } from '../http-error.js';
import { coreRows, type RowTable } from '../rows/row.js';
import { sentenceForPeople } from '../rows/sentences.js';
import { startStream } from '../rows/start-stream.js';

/**
 * Reads all data about the person whose link has a secret, as JSON; null if it is unknown or expired. The text is read
 * once it is iterated.
 */
export type ReadExport = (secret: string) => Promise<AsyncGenerator<string> | null>;

/** Of each process, which has at least three connections to the database. */
const MAX_AT_ONCE = 2;
const MAX_MS = 120_000;
/** Read ahead of a slow client, so that it holds no connection: more than most people's data. */
const BUFFER_BYTES = 8 * 1024 * 1024;

const SECRET = /^[\w-]{1,100}$/;

const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Disposition': 'attachment; filename="account.json"',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

const expired = () => {
  const sentence = 'The link has expired. Request another export of your account.';
  return new HttpError(404, 'NOT_FOUND', 'RECORD_UNKNOWN', {}, { sentence });
};
const busy = () => {
  const sentence = 'Another export is in progress. Please try again in a few seconds.';
  return new HttpError(503, 'UNAVAILABLE', 'OVERLOADED', { 'Retry-After': '5' }, { sentence });
};

/**
 * `GET /user/export/{secret}`: all data about a person as a file, for the owner of the link. Once at a time for each
 * link.
 */
export function accountExport(read: ReadExport): RowTable {
  const inProgress = new Set<string>();
  return {
    ...{ credentials: 'ignored', isSameOrigin: true },
    rows: coreRows(['GET', 'HEAD'], '/user/export/:secret', async ({ params: { secret = '' } }, { incoming }) => {
      const text = SECRET.test(secret) ? await read(secret) : null;
      if (!text) throw expired();
      const reply = { status: 200, headers, body: null };
      if (incoming.method === 'HEAD') return { ...reply, stream: text };
      if (inProgress.has(secret) || inProgress.size >= MAX_AT_ONCE) throw busy();
      inProgress.add(secret);
      return { ...reply, stream: await startStream(readAhead(text), () => inProgress.delete(secret)) };
    }),
    render: (error) => ({
      status: error.status,
      headers: { 'Content-Type': headers['Content-Type'], 'Cache-Control': 'no-store', ...error.headers },
      body: JSON.stringify({ error: sentenceForPeople(error) }),
    }),
  };
}

async function* readAhead(text: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  const buffer = new PassThrough({ highWaterMark: BUFFER_BYTES });
  const signal = AbortSignal.timeout(MAX_MS);
  // An error destroys the buffer, whose reader gets it.
  pipeline(Readable.from(text), buffer, { signal }).catch(() => undefined);
  for await (const part of buffer) {
    signal.throwIfAborted();
    yield part as Buffer;
  }
}
