import type { IncomingMessage, ServerResponse } from 'node:http';
import { preferenceOf } from './accept-encoding.js';
import { codedTag, namedByNoneMatch, tagOf } from './entity-tag.js';
import { ownBytes } from './own-bytes.js';
import { packedForms, type Packed } from './packed.js';

/** An answer, whole but for what the transport adds. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  /** That of the body, where it is known already. */
  readonly tag?: string;
  /** The body in other codings, where it is long and sent more than once. */
  readonly packed?: Packed | undefined;
  /** What caches are told of an answer to everybody, where it is not the usual. */
  readonly cacheControl?: () => string;
}

const READS = new Set(['GET', 'HEAD']);

/**
 * Sends an answer, or tells a client that it has it already (RFC 9110): reads carry a strong `ETag` and may be kept by
 * anybody, or, where somebody has asked with a token, by that client; but everyone must ask again (decisions.md, Caching).
 *
 * @param further headers, beside those of the answer
 * @returns how many bytes of a body were sent
 */
export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  further?: Readonly<Record<string, string>>,
): Promise<number> {
  const { method = '', headers: asked } = request;
  const { status, headers, packed } = answer;
  const bytes = bytesOf(answer.body);
  if (!READS.has(method)) return respond(response, status, { ...headers, ...further }, bytes);
  const isForAll = asked.authorization === undefined;
  const cacheControl = isForAll ? (answer.cacheControl?.() ?? 'public, no-cache') : 'private, no-cache';
  const told: Record<string, string> = { 'Cache-Control': cacheControl, ...headers, ...further };
  if (status !== 200 || bytes === null || told['Cache-Control'] === 'no-store') {
    return respond(response, status, told, bytes);
  }
  const tag = answer.tag ?? tagOf(bytes);
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

/** The answer with its bytes, its tag and, where it is worth it, its packed forms, for whoever sends it more than once. */
export function readied(answer: Answer, grew: (bytes: number) => void): Answer {
  const bytes = bytesOf(answer.body);
  if (bytes === null) return answer;
  const body = ownBytes(bytes);
  return { ...answer, body, tag: tagOf(body), packed: packedForms(body, grew) };
}

/** Bytes, because Node's streams take a third more CPU time over a page of text that is still a string. */
const bytesOf = (body: Answer['body']): Buffer | null => (typeof body === 'string' ? Buffer.from(body) : body);

function respond(
  response: ServerResponse,
  status: number,
  headers: Record<string, string | number>,
  bytes: Buffer | null,
): number {
  // Node refuses a length on 204, and leaves the body out by itself when the request was HEAD.
  if (status !== 204) headers['Content-Length'] = bytes?.length ?? 0;
  response.writeHead(status, headers);
  response.end(bytes ?? undefined);
  return response.req.method === 'HEAD' ? 0 : (bytes?.length ?? 0);
}
