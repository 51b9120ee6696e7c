import type { View } from './html/contents.js';
import { Refusal } from '../wire/refusal.js';
import type { PlainReply } from '../wire/request.js';
import { readTarget } from '../wire/query.js';

const SCHEMES = new Set(['bearer', 'oauth']);

/**
 * Parses the access token of an `Authorization` header (contract §2.1); null without a header.
 *
 * @throws Refusal 400 if the header is not a scheme and a token, or the scheme is neither Bearer nor OAuth
 */
export function readAuthorization(header: string | undefined): string | null {
  if (header === undefined) return null;
  const [scheme, token, ...rest] = header.trim().split(/ +/);
  if (!scheme || !token || rest.length > 0)
    throw new Refusal('AUTHORIZATION_UNREADABLE', 'Invalid Authorization Header');
  if (!SCHEMES.has(scheme.toLowerCase()))
    throw new Refusal('AUTHORIZATION_UNREADABLE', 'Unknown Authorization Header Received');
  return token;
}

/** Negotiated response format (contract §1.2). */
export interface Form {
  /** View data of an HTML page; null for JSON. */
  readonly page: View | null;
  /** The function that JSONP wraps around the body; null for plain JSON. */
  readonly callback: string | null;
  /** Whether errors are RFC 9457 problem documents, for clients that accept them (decisions no. 6). */
  readonly problemDocuments: boolean;
  /** Headers of every response of the row, such as `Deprecation`. */
  readonly notice?: PlainReply['headers'];
  /** Request ID, for problem documents. */
  readonly requestId?: string | undefined;
}

/** The parts of a request that determine the format. */
interface RequestInfo {
  readonly method: string;
  readonly requestId?: string | undefined;
  readonly accept: string | undefined;
}

const CALLBACK = /^[A-Za-z_$][\w$.]{0,127}$/;
const reads = new Set(['GET', 'HEAD']);
const pageFormats = new Set(['html', 'text/html']);

export const plainForm: Form = { page: null, callback: null, problemDocuments: false };

/**
 * @param format `format` of the query, or of the body once it is parsed
 * @throws Refusal 400 for a JSONP callback that is not a function name
 */
export function formOf(
  { method, accept = '', requestId }: RequestInfo,
  view: View,
  format = view.query.text('format'),
): Form {
  if (isForPeople(format, accept)) return { ...plainForm, page: view };
  // An empty parameter is equivalent to an absent one (decisions no. 25).
  const callback = reads.has(method) ? view.query.text('callback') : '';
  if (!callback) return { ...plainForm, problemDocuments: accept.includes('application/problem+json'), requestId };
  if (CALLBACK.test(callback)) return { ...plainForm, callback };
  throw new Refusal('CALLBACK_UNREADABLE', 'The callback must be the name of a JavaScript function');
}

/** Whether a read of this URL responds with HTML. */
export const wantsPage = (url: string, accept = ''): boolean =>
  isForPeople(readTarget(url).query.text('format'), accept);

const isForPeople = (format: string | undefined, accept: string): boolean =>
  format ? pageFormats.has(format) : prefersPage(accept);

/** Ignores quality values: browsers list HTML, API clients JSON or any type. */
export function prefersPage(accept: string): boolean {
  return accept.includes('text/html') && !accept.includes('application/json');
}
