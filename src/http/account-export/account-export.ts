import type { ServerResponse } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PageRequest } from '../pages/page-file.js';
import { isRead, send, type Reply } from '../send.js';

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

const PATH = /^\/user\/export\/([\w-]{1,100})$/;

const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Disposition': 'attachment; filename="account.json"',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

const failed = (status: number, error: string, more: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...more },
  body: JSON.stringify({ error }),
});

/**
 * `GET /user/export/{secret}`: all data about a person as a file, for the owner of the link. Once at a time for each
 * link.
 */
export function accountExport(read: ReadExport) {
  const inProgress = new Set<string>();

  /** @returns the response, unless it has been streamed */
  async function respond(request: PageRequest, response: ServerResponse, secret: string): Promise<Reply | null> {
    if (!isRead(request)) return failed(405, 'The method is not supported.', { Allow: 'GET, HEAD' });
    const text = await read(secret);
    if (!text) return failed(404, 'The link has expired. Request another export of your account.');
    if (request.method === 'HEAD') {
      response.writeHead(200, headers).end();
      return null;
    }
    if (inProgress.has(secret) || inProgress.size >= MAX_AT_ONCE) {
      return failed(503, 'Another export is in progress. Please try again in a few seconds.', { 'Retry-After': '5' });
    }
    inProgress.add(secret);
    try {
      await stream(text, response);
      return null;
    } finally {
      inProgress.delete(secret);
    }
  }

  return (request: PageRequest, response: ServerResponse, next: (error?: unknown) => void): void => {
    const secret = PATH.exec(request.path)?.[1];
    if (secret === undefined) return next();
    respond(request, response, secret)
      .then((reply) => reply && send(request, response, reply))
      .catch((error: unknown) => {
        // The client has disconnected or is too slow, or the database failed in between.
        if (response.headersSent || response.destroyed) response.destroy();
        else next(error);
      });
  };
}

async function stream(text: AsyncGenerator<string>, response: ServerResponse): Promise<void> {
  try {
    // Before the headers: the database may be unavailable.
    const first = await text.next();
    response.writeHead(200, headers);
    response.write(first.value);
    const buffer = new PassThrough({ highWaterMark: BUFFER_BYTES });
    await pipeline(Readable.from(text), buffer, response, { signal: AbortSignal.timeout(MAX_MS) });
  } finally {
    // Releases the connection also if the client has disconnected before the pipeline, which then does not.
    await text.return(undefined);
  }
}
