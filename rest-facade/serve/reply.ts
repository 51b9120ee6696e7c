import type { ErrorCode } from '../../src/core/errors.js';
import { alternateLink } from './alternate.js';
import { imageOrigins } from './html/images.js';
import { pageOf } from './html/page.js';
import { pageHeaders } from './html/style.js';
import { isLong, jsonBytes, piecesOf } from '../wire/json.js';
import type { Form } from './form.js';
import type { PlainReply } from '../wire/request.js';

/** A serialized response without the headers of its transport: length, caching and CORS. */
export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, its UTF-8 bytes, or, if it may be long, the pieces that make it up. */
  readonly body: string | Buffer | Generator<string, void> | null;
}

/** The response of an error, which is short. */
export interface WireError extends WireReply {
  readonly body: string | Buffer | null;
}

/** Clients compare this value exactly (contract §1.2). */
const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf8' };
const SCRIPT_TYPE = { 'Content-Type': 'application/javascript; charset=utf8', 'X-Content-Type-Options': 'nosniff' };

/** Serializes a reply. @param alternate URL of the equivalent GraphQL operation, for reads */
export function write(reply: PlainReply, { page, callback, notice }: Form, alternate?: string): WireReply {
  const link = alternate === undefined ? undefined : { Link: alternateLink(alternate) };
  const { status, headers, body } = withHeaders(withHeaders(reply, link), notice);
  if (page) {
    const document = body && plainOf(body);
    const text = document && pageOf(status, document, page, alternate);
    return { status, headers: { ...headers, ...pageHeaders(imageOrigins(document)) }, body: text };
  }
  const json = headers ? { ...JSON_TYPE, ...headers } : JSON_TYPE;
  if (body === null) return { status, headers: json, body: null };
  if (callback === null) return { status, headers: json, body: isLong(body) ? piecesOf(body) : jsonBytes(body) };
  // The comment prevents content sniffing: a chosen callback name must not be the first bytes of the file.
  return { status, headers: { ...SCRIPT_TYPE, ...headers }, body: scriptOf(callback, body) };
}

function* scriptOf(callback: string, body: object): Generator<string, void> {
  yield `/**/${callback}(`;
  for (const piece of piecesOf(body)) yield escapeScript(piece);
  yield ');';
}

/** The document as a client parses it, for the HTML page that shows it. */
const plainOf = (body: object): object => JSON.parse(jsonBytes(body).toString()) as object;

/** Merges headers into a reply; two `Link` headers are joined. */
function withHeaders(reply: PlainReply, further: PlainReply['headers']): PlainReply {
  if (!further || Object.keys(further).length === 0) return reply;
  const links = [reply.headers?.['Link'], further['Link']].filter((link) => link !== undefined);
  const link = links.length > 0 ? { Link: links.join(', ') } : {};
  return { ...reply, headers: { ...reply.headers, ...further, ...link } };
}

/** Escapes line separators, which are valid in JSON strings but terminate lines before ES2019. */
function escapeScript(json: string): string {
  return json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** A v2.1 error: its body is an array with one message (contract §1.7). */
export interface ErrorReply {
  readonly status: number;
  readonly sentence: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Machine-readable code, included in problem documents. */
  readonly code: ErrorCode;
  readonly problems: readonly object[];
}

export function writeError(error: ErrorReply, form: Form): WireError {
  const { body, ...reply } = write(documentOf(error, form), form);
  return {
    ...reply,
    body: body === null || typeof body === 'string' || Buffer.isBuffer(body) ? body : [...body].join(''),
  };
}

function documentOf(error: ErrorReply, form: Form): PlainReply {
  const { status, sentence, headers, code, problems } = error;
  const { requestId } = form;
  if (!form.problemDocuments) return { status, headers: headers ?? {}, body: [sentence] };
  const document = { type: 'about:blank', title: sentence, status, code, problems, requestId };
  return { status, headers: { ...headers, 'Content-Type': 'application/problem+json' }, body: document };
}
