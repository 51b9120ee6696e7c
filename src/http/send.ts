import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { preferenceOf } from './accept-encoding.js';
import { codedTag, namedByNoneMatch, tagOf } from './entity-tag.js';
import { ownBytes } from './own-bytes.js';
import { packedForms, type Packed } from './packed.js';

/** A complete response, except for what the transport adds. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** In chunks if it is long: copying megabytes to a socket at once blocks the event loop. */
  readonly body: string | Buffer | readonly Buffer[] | null;
  /** Specific to one request, such as an error with its ID; never cached. */
  readonly fleeting?: boolean;
  /** The ETag of the body, if already computed. */
  readonly tag?: string;
  /** The body in other content codings, if it is long and sent repeatedly. */
  readonly packed?: Packed | undefined;
  /** `Cache-Control` of a response to anonymous clients, if it differs from the default. */
  readonly cacheControl?: () => string;
}

const READS = new Set(['GET', 'HEAD']);

/**
 * Sends a response, or 304 if the client has it already (RFC 9110). Reads carry a strong `ETag` and are cacheable: by
 * shared caches for anonymous requests, by the client alone for authenticated ones. All of them must revalidate
 * (decisions.md, Caching).
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
  const { method = '', headers: asked } = request;
  const { status, headers, packed } = reply;
  const bytes = bytesOf(reply.body);
  if (!READS.has(method)) return respond(response, status, { ...headers, ...further }, bytes);
  const isForAll = asked.authorization === undefined;
  const cacheControl = isForAll ? (reply.cacheControl?.() ?? 'public, no-cache') : 'private, no-cache';
  const told: Record<string, string> = { 'Cache-Control': cacheControl, ...headers, ...further };
  if (status !== 200 || !Buffer.isBuffer(bytes) || told['Cache-Control'] === 'no-store') {
    return respond(response, status, told, bytes);
  }
  const tag = reply.tag ?? tagOf(bytes);
  told['ETag'] = namedByNoneMatch(asked['if-none-match'], tag) ?? '';
  if (told['ETag'] !== '') {
    delete told['Content-Type'];
    response.writeHead(304, told);
    response.end();
    return 0;
  }
  told['ETag'] = tag;
  const { coding, refusesIdentity } = preferenceOf(packed && asked['accept-encoding']);
  if (!packed || coding === 'identity') return respond(response, status, told, bytes);
  const form = packed.ready(coding) ?? (refusesIdentity ? await packed.made(coding) : undefined);
  if (!form) return respond(response, status, told, bytes);
  return respond(response, status, { ...told, ETag: codedTag(tag, coding), 'Content-Encoding': coding }, form);
}

/** Prepares a response for repeated sending: a detached buffer, its ETag and, if worthwhile, its compressed forms. */
export function readied(reply: Reply, grew: (bytes: number) => void): Reply {
  const bytes = bytesOf(reply.body);
  if (!Buffer.isBuffer(bytes)) return reply;
  const body = ownBytes(bytes);
  return { ...reply, body, tag: tagOf(body), packed: packedForms(body, grew) };
}

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
