import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** An answer, whole but for what the transport adds. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  /** That of the body, where it is known already. */
  readonly tag?: string;
}

const READS = new Set(['GET', 'HEAD']);
const TAG_LENGTH = 22;

/**
 * Sends an answer, or tells a client that it has it already (RFC 9110): reads carry a strong `ETag` and may be kept by
 * anybody, or, where somebody has asked with a token, by that client; but everyone must ask again (decisions.md, Caching).
 */
export function send({ method = '', headers: asked }: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const { status, headers, body } = answer;
  const bytes = bytesOf(body);
  if (!READS.has(method)) {
    respond(response, status, headers, bytes);
    return;
  }
  const kept = { 'Cache-Control': `${asked.authorization === undefined ? 'public' : 'private'}, no-cache`, ...headers };
  if (status !== 200 || bytes === null || kept['Cache-Control'] === 'no-store') {
    respond(response, status, kept, bytes);
    return;
  }
  const tagged = { ...kept, ETag: answer.tag ?? tagOf(bytes) };
  if (!isAmong(asked['if-none-match'], tagged.ETag)) {
    respond(response, status, tagged, bytes);
    return;
  }
  const { 'Content-Type': _, ...others } = tagged as Record<string, string>;
  response.writeHead(304, others);
  response.end();
}

/** The answer with its bytes and its tag, for whoever sends it more than once. */
export function readied(answer: Answer): Answer {
  const body = bytesOf(answer.body);
  return body === null ? answer : { ...answer, body, tag: tagOf(body) };
}

/** Bytes, because Node's streams take a third more CPU time over a page of text that is still a string. */
const bytesOf = (body: Answer['body']): Buffer | null => (typeof body === 'string' ? Buffer.from(body) : body);

function respond(response: ServerResponse, status: number, headers: Answer['headers'], bytes: Buffer | null): void {
  // Node refuses a length on 204, and leaves the body out by itself when the request was HEAD.
  const length = status === 204 ? {} : { 'Content-Length': bytes?.length ?? 0 };
  response.writeHead(status, { ...headers, ...length });
  response.end(bytes ?? undefined);
}

/** 128 bits of SHA-256: the same bytes have the same tag in every process. */
const tagOf = (bytes: Buffer): string => `"${hash('sha256', bytes, 'base64url').slice(0, TAG_LENGTH)}"`;

/** Whether `If-None-Match` names the tag. Of our tags none has a comma in it. */
function isAmong(given: string | undefined, tag: string): boolean {
  if (given === undefined) return false;
  const tags = given.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.includes(tag) || tags.includes('*');
}
