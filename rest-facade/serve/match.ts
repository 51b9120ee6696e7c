import type { HttpError } from '../../src/http/http-error.js';
import type { CachePolicy, Match, Subject } from '../../src/http/match.js';
import { createRouter, patternOf } from '../../src/http/rows/router.js';
import { createNotices } from './deprecations.js';
import { readPaging } from '../wire/paging.js';
import { readTarget, type Target } from '../wire/query.js';
import { Refusal } from '../wire/refusal.js';
import type { FacadeSettings } from '../wire/request.js';
import type { AnsweredRow, Row } from '../table/route.js';

/** A request target that matches a row: what the HTTP stages need to know of it, and what `respond` needs. */
export interface RestMatch extends Match {
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
const TALKS = '/v2.1/talks';
const OF_USER = '/v2.1/users/:userId/';
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
): (method: string, url: string) => RestMatch | HttpError {
  const find = createRouter(rows);
  const notices = createNotices(rows, deprecations);
  return (method, url) => {
    const target = readTarget(url);
    // Trailing slashes never matter (contract §1.1).
    const path = withoutTrailingSlashes(target.path);
    const found = find(method, path) ?? notInTable(path);
    if ('status' in found) return found;
    const { row, params, allow } = found;
    const notice = notices.get(row);
    const route = patternOf(row);
    if (!row.answer) return new Refusal('NOT_OFFERED', row.unsupported, notice, undefined, route);
    const { login, multipart } = row.answer;
    return {
      route,
      login: login === undefined ? 'optional' : 'required',
      subject: subjectOf(row, params),
      cache: cacheOf(row, target),
      representations: isConditional(row) ? representationsOf(url, target) : [],
      idempotency: idempotencyOf(row),
      body: reads(row) ? 'none' : multipart ? 'stream' : 'whole',
      maxRecords: reads(row) ? readPaging(target.query, maxResults).limit : 0,
      ...{ row, params, target, allow, notice },
    };
  };
}

/** Clients may have read the record with these queries before they write to its plain URL. */
const representationsOf = (url: string, { path }: Target): string[] => [url, path, `${path}?verbose=yes`];

function cacheOf(row: AnsweredRow, { query }: Target): CachePolicy | null {
  if (!reads(row) || row.answer.login !== undefined || !row.path.startsWith(API)) return null;
  if (row.path !== EVENTS) return { shows: shownBy(row.path), listsEvents: false };
  if (dates.some((name) => query.list(name).length > 0)) return null;
  return { shows: query.list('filter').includes('hot') ? 'ranked events' : 'events', listsEvents: true };
}

/** Lists of a user contain records of any event. */
function shownBy(path: string): CachePolicy['shows'] {
  if (path === TALKS) return 'talks';
  return path.includes(':') && !path.startsWith(OF_USER) ? 'subject' : 'everything';
}

/** The kind is `talks` in `/v2.1/talks/:talkId/comments`. */
function subjectOf({ path }: Row, params: RestMatch['params']): Subject | null {
  const [id] = Object.values(params);
  return id === undefined ? null : { kind: path.split('/')[2] ?? '', id };
}

const RETIRED = /^\/v2(?!\.1(?:\/|$))[\d.]*(?:\/|$)/;

/** A loop, because a regular expression takes quadratic time for a path that consists of slashes. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

function notInTable(path: string): Refusal {
  if (RETIRED.test(path)) {
    return new Refusal('VERSION_RETIRED', 'This API version is no longer supported. Please use v2.1');
  }
  const isVersion = path === '/v2.1' || path.startsWith('/v2.1/');
  return isVersion
    ? new Refusal('PATH_UNKNOWN', 'Endpoint not found')
    : new Refusal('VERSION_MISSING', 'API version must be specified');
}
