import type { Form } from './read/form.js';
import type { WireQuery } from './read/query.js';
import type { WireReply } from './reply.js';
import type { Row } from './route.js';

/** What an answer is about, as whoever keeps answers wants to know it. */
export interface Keepable {
  /** The same for requests that are answered alike, byte by byte. */
  readonly key: string;
  /** The record that the path names, such as a talk; null for collections. */
  readonly subject: { readonly kind: string; readonly id: string } | null;
  /** Whether it is a list of events, which time alone changes. */
  readonly listsEvents: boolean;
}

/** Answers from memory where that is still true, or computes. */
export type Keep = (what: Keepable, compute: () => Promise<WireReply>) => Promise<WireReply>;

const API = '/v2.1/';
const EVENTS = '/v2.1/events';
/** Such dates may be words like `tomorrow`, which mean another day at any moment. */
const dates = ['startdate', 'enddate'];

/** What may be kept of an anonymous read; null for what may not: writes, errors, and what depends on the moment. */
export function keepable(
  { method, path, answer }: Row,
  params: Readonly<Record<string, string>>,
  { url, origin, query, form }: { url: string; origin: string; query: WireQuery; form: Form },
): Keepable | null {
  if (method !== 'GET' || !answer || answer.login !== undefined || !path.startsWith(API)) return null;
  const listsEvents = path === EVENTS;
  if (listsEvents && dates.some((name) => query.list(name).length > 0)) return null;
  const [, , kind = ''] = path.split('/');
  const [id] = Object.values(params);
  const shape = form.page ? 'page' : 'data';
  return { key: `${shape} ${origin} ${url}`, subject: id === undefined ? null : { kind, id }, listsEvents };
}
