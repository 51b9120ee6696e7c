import { nameOf } from './alternate.js';
import { prefersPage } from './read/form.js';
import type { WireQuery } from './read/query.js';
import type { WireReply } from './reply.js';
import { patternOf, type Row } from './route.js';

/** What an answer is about, as whoever keeps answers wants to know it. */
export interface About {
  /** The record that the path names, such as a talk; null for collections. */
  readonly subject: { readonly kind: string; readonly id: string } | null;
  /** Whether it is a list of events, which time alone changes. */
  readonly listsEvents: boolean;
}

export interface Keepable extends About {
  /** The same for requests that are answered alike, byte by byte. */
  readonly key: string;
  readonly route: string;
}

/** Answers from memory where that is still true, or computes. */
export type Keep = (what: Keepable, compute: () => Promise<WireReply>) => Promise<WireReply>;

/** What an anonymous read asks for. */
interface Asked {
  readonly url: string;
  readonly origin: string;
  readonly accept: string | undefined;
}

const API = '/v2.1/';
const EVENTS = '/v2.1/events';
/** Such dates may be words like `tomorrow`, which mean another day at any moment. */
const dates = ['startdate', 'enddate'];
const dateVariables = ['from', 'until'];

/** Two anonymous reads with the same key are answered alike: errors may differ, but these are not kept. */
export const keyOf = ({ url, origin, accept = '' }: Asked): string =>
  `${prefersPage(accept) ? 'page' : 'data'} ${origin} ${url}`;

/** What may be kept of an anonymous read; null for what may not: writes, errors, and what depends on the moment. */
export function keepable(
  row: Row,
  params: Readonly<Record<string, string>>,
  { query, ...asked }: Asked & { readonly query: WireQuery },
): Keepable | null {
  if (row.method !== 'GET' || row.answer?.login !== undefined || !row.path.startsWith(API)) return null;
  const listsEvents = row.path === EVENTS;
  if (listsEvents && dates.some((name) => query.list(name).length > 0)) return null;
  return { key: keyOf(asked), route: patternOf(row), subject: subjectOf(row, params), listsEvents };
}

/** The record that the path of a request names first; null for collections. */
export function subjectOf(row: Row, params: Readonly<Record<string, string>>): About['subject'] {
  const [id] = Object.values(params);
  return id === undefined ? null : { kind: kindOf(row), id };
}

/** `talks` in `/v2.1/talks/:talkId/comments`. */
const kindOf = ({ path }: Row): string => path.split('/')[2] ?? '';

/**
 * The same of stored operations that are asked for by name, whose variable `id` is the first parameter of their paths.
 * What their variables do not tell is about everything.
 */
export function createKeepableOperations(rows: readonly Row[]): (name: string, variables: string) => About | null {
  const found = new Map<string, Row>();
  for (const row of rows) if (row.method === 'GET' && row.answer) found.set(nameOf(row.answer.operation), row);
  return (name, text) => {
    const row = found.get(name);
    const variables = variablesIn(text);
    if (!row || !variables) return null;
    const listsEvents = row.path === EVENTS;
    if (listsEvents && dateVariables.some((date) => Object.hasOwn(variables, date))) return null;
    const { id } = variables;
    const isRecord =
      row.path.startsWith(`${API}${kindOf(row)}/:`) && (typeof id === 'string' || typeof id === 'number');
    return { subject: isRecord ? { kind: kindOf(row), id: String(id) } : null, listsEvents };
  };
}

function variablesIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return Object(JSON.parse(text || '{}')) as Record<string, unknown>;
  } catch (error) {
    // The graph says what is wrong with it.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
