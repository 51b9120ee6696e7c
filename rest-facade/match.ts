import { createNotices } from './deprecations.js';
import { readPaging } from './read/paging.js';
import { readTarget, type Target } from './read/target.js';
import { Refusal } from './refusal.js';
import type { FacadeSettings } from './request.js';
import { patternOf, type AnsweredRow, type Row } from './route.js';
import { createTable } from './table.js';

/** The record that a path identifies, such as a talk. */
export interface Subject {
  readonly kind: string;
  readonly id: string;
}

/** A request target that matches a row: what the HTTP stages need to know of it, and what `respond` needs. */
export interface Match {
  /** Display name of the row: `GET /v2.1/events/:eventId`. */
  readonly route: string;
  /** Whether the row refuses anonymous callers. */
  readonly login: 'required' | 'optional';
  /** The first record in the path; null for collections. */
  readonly subject: Subject | null;
  /** Cache policy of anonymous reads; null for writes, private records and results that depend on the time. */
  readonly cache: { readonly listsEvents: boolean } | null;
  /** URLs where clients read what a write replaces, to evaluate its `If-Match`; empty if the header is ignored. */
  readonly representations: readonly string[];
  /** What the row does with an `Idempotency-Key`. */
  readonly idempotency: 'supported' | 'rejected' | 'ignored';
  readonly body: 'none' | 'whole' | 'stream';
  /** Maximum number of records in the response. */
  readonly maxRecords: number;

  readonly row: AnsweredRow;
  readonly params: Readonly<Record<string, string>>;
  readonly target: Target;
  /** Methods of the path, as the value of `Allow`. */
  readonly allow: string;
  /** Headers of every response of the row, such as `Deprecation`. */
  readonly notice: Readonly<Record<string, string>> | undefined;
}

const API = '/v2.1/';
const EVENTS = '/v2.1/events';
/** These parameters accept relative dates such as `tomorrow`, so their results change with time. */
const dates = ['startdate', 'enddate'];
const reads = (row: Row) => row.method === 'GET';

/** Whether `If-Match` is evaluated: POST creates records, so there is no representation to match. */
export const isConditional = ({ method }: Row): boolean => method === 'PUT' || method === 'DELETE';

/** Whether a row supports `Idempotency-Key`. Keys are scoped to users, so rows without login ignore the header. */
export const takesKey = (row: Row): boolean => idempotencyOf(row) === 'supported';

/** PUT and DELETE are idempotent already; uploads are too large to fingerprint. */
function idempotencyOf({ method, answer }: Row): Match['idempotency'] {
  if (method !== 'POST' || answer?.login === undefined) return 'ignored';
  return answer.multipart ? 'rejected' : 'supported';
}

/**
 * Matches requests against the rows.
 *
 * @throws Error if the deprecations of the settings are invalid, or a row exists twice
 */
export function createMatcher(
  rows: readonly Row[],
  { maxResults, deprecations }: Pick<FacadeSettings, 'maxResults' | 'deprecations'>,
): (method: string, url: string) => Match | Refusal {
  const find = createTable(rows);
  const notices = createNotices(rows, deprecations);
  return (method, url) => {
    const target = readTarget(url);
    const found = orRefusal(() => find(method, target.path));
    if (found instanceof Refusal) return found;
    const { row, params, allow } = found;
    if (!row) return new Refusal('METHOD_UNSUPPORTED', 'Method not supported', { Allow: allow });
    const notice = notices.get(row);
    const route = patternOf(row);
    if (!row.answer) return new Refusal('NOT_OFFERED', row.refusal, notice, undefined, route);
    const { login, multipart } = row.answer;
    return {
      route,
      login: login === undefined ? 'optional' : 'required',
      subject: subjectOf(row, params),
      cache: cacheOf(row, target),
      representations: isConditional(row) ? representationsOf(url, target) : [],
      idempotency: idempotencyOf(row),
      body: reads(row) ? 'none' : multipart ? 'stream' : 'whole',
      maxRecords: readPaging(target.query, maxResults).limit,
      ...{ row, params, target, allow, notice },
    };
  };
}

function orRefusal<Value>(find: () => Value): Value | Refusal {
  try {
    return find();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Clients may have read the record with these queries before they write to its plain URL. */
const representationsOf = (url: string, { path }: Target): string[] => [url, path, `${path}?verbose=yes`];

function cacheOf(row: AnsweredRow, { query }: Target): Match['cache'] {
  if (!reads(row) || row.answer.login !== undefined || !row.path.startsWith(API)) return null;
  const listsEvents = row.path === EVENTS;
  return listsEvents && dates.some((name) => query.list(name).length > 0) ? null : { listsEvents };
}

/** The kind is `talks` in `/v2.1/talks/:talkId/comments`. */
function subjectOf({ path }: Row, params: Match['params']): Subject | null {
  const [id] = Object.values(params);
  return id === undefined ? null : { kind: path.split('/')[2] ?? '', id };
}
