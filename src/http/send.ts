import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { pipeline as pipelineOf } from 'node:stream/promises';
import { negotiateCoding, detachBuffer, createCompressedForms, type CompressedForms } from './compression.js';
import { codedTag, namedByNoneMatch, tagOf } from './entity-tag.js';

/** A complete response, except for what the transport adds. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** In chunks if it is long: copying megabytes to a socket at once blocks the event loop. */
  readonly body: string | Buffer | readonly Buffer[] | null;
  /** Sent instead of the body, once: a text of unknown length. */
  readonly stream?: AsyncGenerator<string | Buffer>;
  /** Specific to one request, such as an error with its ID; never cached. */
  readonly uncacheable?: boolean;
  /** The ETag of the body, if already computed; null: it gets none. */
  readonly tag?: string | null;
  /** The body in other content codings, if it is long and sent repeatedly. */
  readonly compressed?: CompressedForms | undefined;
  /** `Cache-Control` of a response to anonymous clients, if it differs from the default. */
  readonly cacheControl?: () => string;
}

const READS = new Set(['GET', 'HEAD']);

export const isRead = ({ method = '' }: Pick<IncomingMessage, 'method'>): boolean => READS.has(method);

/**
 * Sends a response, or 304 if the client has it already (RFC 9110). Reads carry a strong `ETag` and are cacheable: by
 * shared caches for anonymous requests, by the client alone for authenticated ones. All of them must revalidate
 * (decisions no. 71).
 *
 * @param further headers, in addition to those of the response
 * @returns the number of body bytes sent
 */
export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  further?: Readonly<Record<string, string>>,
): Promise<number> {
  const { headers: requested } = request;
  const { status, headers, compressed } = reply;
  if (reply.stream) return stream(response, { status, headers: { ...headers, ...further } }, reply.stream);
  const bytes = bytesOf(reply.body);
  if (!isRead(request)) return respond(response, status, { ...headers, ...further }, bytes);
  const isForAll = requested.authorization === undefined;
  const cacheControl = isForAll ? (reply.cacheControl?.() ?? 'public, no-cache') : 'private, no-cache';
  const fields: Record<string, string> = { 'Cache-Control': cacheControl, ...headers, ...further };
  const hasTag = reply.tag !== null && (Buffer.isBuffer(bytes) || (bytes !== null && reply.tag !== undefined));
  if (status !== 200 || !hasTag || fields['Cache-Control'] === 'no-store') {
    return respond(response, status, fields, bytes);
  }
  const tag = reply.tag ?? tagOf(bytes);
  fields['ETag'] = namedByNoneMatch(requested['if-none-match'], tag) ?? '';
  if (fields['ETag'] !== '') {
    delete fields['Content-Type'];
    response.writeHead(304, fields);
    response.end();
    return 0;
  }
  fields['ETag'] = tag;
  const { coding, rejectsIdentity } = negotiateCoding(compressed && requested['accept-encoding']);
  if (!compressed || coding === 'identity') return respond(response, status, fields, bytes);
  const form = compressed.get(coding) ?? (rejectsIdentity ? await compressed.compress(coding) : undefined);
  if (!form) return respond(response, status, fields, bytes);
  return respond(response, status, { ...fields, ETag: codedTag(tag, coding), 'Content-Encoding': coding }, form);
}

/** Maximum duration of a streamed response; slower clients are disconnected. */
const MAX_STREAM_MS = 600_000;

/** Sends a body whose length is unknown. An error closes the connection, so that clients detect a truncated body. */
async function stream(
  response: ServerResponse,
  { status, headers }: Pick<Reply, 'status' | 'headers'>,
  body: AsyncGenerator<string | Buffer>,
): Promise<number> {
  response.writeHead(status, headers);
  if (response.req.method === 'HEAD') {
    await body.return(undefined);
    response.end();
    return 0;
  }
  const before = response.socket?.bytesWritten ?? 0;
  try {
    await pipelineOf(Readable.from(body), response, { signal: AbortSignal.timeout(MAX_STREAM_MS) });
  } catch {
    response.destroy();
  } finally {
    // If the client has disconnected before, the pipeline does not end it.
    await body.return(undefined);
  }
  return (response.socket?.bytesWritten ?? before) - before;
}

/** Prepares a response for repeated sending: a detached buffer, its ETag and, if worthwhile, its compressed forms. */
export function prepareForReuse(reply: Reply, onGrow: (bytes: number) => void): Reply {
  const bytes = bytesOf(reply.body);
  if (!Buffer.isBuffer(bytes)) return reply;
  const body = detachBuffer(bytes);
  return { ...reply, body, tag: reply.tag ?? tagOf(body), compressed: createCompressedForms(body, onGrow) };
}

/** The response with a header that forbids every cache to store it. */
export const unstorable = <Some extends Reply>(reply: Some): Some => ({
  ...reply,
  headers: { ...reply.headers, 'Cache-Control': 'no-store' },
});

/** Encoded up front, because Node's streams take a third more CPU time for a page of text as a string. */
const bytesOf = (body: Reply['body']) => (typeof body === 'string' ? Buffer.from(body) : body);

function respond(
  response: ServerResponse,
  status: number,
  headers: Record<string, string | number>,
  bytes: Exclude<Reply['body'], string>,
): number {
  const chunks = bytes === null ? [] : Buffer.isBuffer(bytes) ? [bytes] : bytes;
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  // Node rejects a Content-Length on 204, and omits the body of a response to HEAD.
  if (status !== 204) headers['Content-Length'] = length;
  response.writeHead(status, headers);
  // A client that disconnects ends the stream early.
  if (chunks.length > 1) pipeline(Readable.from(chunks), response, () => undefined);
  else response.end(chunks[0]);
  return response.req.method === 'HEAD' ? 0 : length;
}
