import type { View } from '../html/view.js';
import { Refusal } from '../refusal.js';
import type { Reply } from '../request.js';
import { readTarget } from './target.js';

/** In which form a client wants its answer (contract §1.2). */
export interface Form {
  /** What a page for people tells of the request; null for programs. */
  readonly page: View | null;
  /** The function that JSONP wraps around the body; null for plain JSON. */
  readonly callback: string | null;
  /** Errors as RFC 9457 problem documents, for clients that ask for them (decisions.md no. 6). */
  readonly problemDocuments: boolean;
  /** Headers that go with whatever the row answers. */
  readonly notice?: Reply['headers'];
  /** That of the request, for problem documents. */
  readonly requestId?: string | undefined;
}

/** What the form depends on. */
interface Asked {
  readonly method: string;
  readonly requestId?: string | undefined;
  readonly accept: string | undefined;
}

const CALLBACK = /^[A-Za-z_$][\w$.]{0,127}$/;
const reads = new Set(['GET', 'HEAD']);
const pageFormats = new Set(['html', 'text/html']);

export const plainForm: Form = { page: null, callback: null, problemDocuments: false };

/**
 * @param format that of the query, or, once it has been read, of the body
 * @throws Refusal 400 for a JSONP callback that is no name of a function
 */
export function formOf(
  { method, accept = '', requestId }: Asked,
  view: View,
  format = view.query.text('format'),
): Form {
  if (isForPeople(format, accept)) return { ...plainForm, page: view };
  const callback = reads.has(method) ? view.query.text('callback') : undefined;
  if (callback === undefined)
    return { ...plainForm, problemDocuments: accept.includes('application/problem+json'), requestId };
  if (CALLBACK.test(callback)) return { ...plainForm, callback };
  throw new Refusal('CALLBACK_UNREADABLE', 'The callback must be the name of a JavaScript function');
}

/** Whether a read of this address is answered with a page. */
export const wantsPage = (url: string, accept = ''): boolean =>
  isForPeople(readTarget(url).query.text('format'), accept);

const isForPeople = (format: string | undefined, accept: string): boolean =>
  format === undefined ? prefersPage(accept) : pageFormats.has(format);

/** Weights are not looked at: browsers name HTML, clients JSON or anything. */
export function prefersPage(accept: string): boolean {
  return accept.includes('text/html') && !accept.includes('application/json');
}
