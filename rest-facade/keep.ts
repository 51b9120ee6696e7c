import { nameOf } from './alternate.js';
import { prefersPage } from './read/form.js';
import type { WireQuery } from './read/query.js';
import type { WireReply } from './reply.js';
import { patternOf, type Row } from './route.js';

/** What a cached response depends on. */
export interface About {
  /** The record identified by the path, such as a talk; null for collections. */
  readonly subject: { readonly kind: string; readonly id: string } | null;
  /** Whether it is a list of events, which also changes with time. */
  readonly listsEvents: boolean;
}

export interface Keepable extends About {
  /** Cache key: equal for requests with byte-identical responses. */
  readonly key: string;
  readonly route: string;
}

/** Returns a fresh cached response, or computes it. */
export type Keep = (what: Keepable, compute: () => Promise<WireReply>) => Promise<WireReply>;

/** The parts of an anonymous read that select its response. */
interface Asked {
  readonly url: string;
  readonly origin: string;
  readonly accept: string | undefined;
}

const API = '/v2.1/';
const EVENTS = '/v2.1/events';
/** These parameters accept relative dates such as `tomorrow`, so their results change with time. */
const dates = ['startdate', 'enddate'];
const dateVariables = ['from', 'until'];

/** Cache key of an anonymous read. Errors may differ for the same key, but they are not cached. */
export const keyOf = ({ url, origin, accept = '' }: Asked): string =>
  `${prefersPage(accept) ? 'page' : 'data'} ${origin} ${url}`;

/** Cache policy of an anonymous read; null if it is not cacheable: writes, errors and time-dependent results. */
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

/** The first record in the path of a request; null for collections. */
export function subjectOf(row: Row, params: Readonly<Record<string, string>>): About['subject'] {
  const [id] = Object.values(params);
  return id === undefined ? null : { kind: kindOf(row), id };
}

/** `talks` in `/v2.1/talks/:talkId/comments`. */
const kindOf = ({ path }: Row): string => path.split('/')[2] ?? '';

/**
 * Cache policy of stored operations that are requested by name; their variable `id` is the first parameter of the path.
 * Without an `id` the response depends on all records.
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
    // GraphQL reports the syntax error.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
