import findMyWay from 'find-my-way';
import type { DocumentNode } from 'graphql';
import { DomainError, type ErrorCode, type Failure, type Outcome } from '../../core/errors.js';
import type { Endpoint, Exchange } from '../exchange.js';
import type { Match } from '../match.js';
import { HttpError } from '../http-error.js';
import { isRead, type Reply } from '../send.js';
import { writePieces } from '../write-pieces.js';
import { labelOf, type Row, type RowRequest, type RowTable } from './row.js';

/** Executes a stored operation; the rows' only access to the core. */
type Execute = (
  operation: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  exchange: Exchange<RowMatch>,
) => Promise<Outcome>;

/** A request target that matches a row. */
export interface RowMatch extends Match {
  readonly row: Row;
  readonly params: Readonly<Record<string, string>>;
}

/** An endpoint, and whether a path belongs to it. */
export interface RowEndpoint extends Endpoint<RowMatch> {
  readonly has: (url: string) => boolean;
}

const NO_DATA: Outcome = { data: null, failure: null };
const ALLOW = 'GET, HEAD, OPTIONS';
const MAX_PARAMETER_LENGTH = 2_000;

/** HTTP status of errors that reads may have; anything else is a defect. */
const statuses: ReadonlyMap<ErrorCode, number> = new Map([
  ['INVALID', 400],
  ['UNAUTHENTICATED', 401],
  ['FORBIDDEN', 403],
  ['NOT_FOUND', 404],
  ['TOO_LARGE', 413],
  ['RATE_LIMITED', 429],
  ['UNAVAILABLE', 503],
]);

/** @param now the time in seconds since 1970 */
export function createRowEndpoint(
  { rows, render }: RowTable,
  execute: Execute,
  now: () => number,
  { productName, maxPageSize }: Pick<RowRequest, 'productName' | 'maxPageSize'>,
): RowEndpoint {
  const find = createFinder(rows);
  const requestOf = ({ url, origin, matched }: Exchange<RowMatch>): RowRequest => ({
    path: pathOf(url),
    params: matched?.params ?? {},
    query: matched ? queryOf(matched.row, url) : new URLSearchParams(),
    origin: origin ?? '',
    productName,
    now: now(),
    maxPageSize,
  });
  return {
    identifiesFirst: true,
    maxPageSize,
    has: (url) => find(url) !== null,
    match({ method, url }) {
      const found = find(url);
      if (!found) return new HttpError(404, 'NOT_FOUND', 'PATH_UNKNOWN');
      const route = labelOf(found.row);
      if (!isRead({ method })) return new HttpError(405, 'NOT_SUPPORTED', 'METHOD_UNSUPPORTED', { Allow: ALLOW });
      const canonicalUrl = canonicalUrlOf(found, url);
      return { ...found, ...policyOf(found.row, found.params, maxPageSize), route, canonicalUrl };
    },
    respond: (exchange) => {
      const { row } = exchange.match;
      if (row.download) return downloadOf(row.download, exchange, requestOf(exchange));
      return answerOf(row, requestOf(exchange), (operation, values) => execute(operation, values, exchange));
    },
    render: (error, exchange) => render(error, requestOf(exchange)),
  };
}

/**
 * The response of a row.
 *
 * @throws HttpError 400 if the query string is invalid, 404 if there is no such record, or as the operation fails
 */
export async function answerOf(
  { operation, answer }: Row,
  request: RowRequest,
  execute: (operation: DocumentNode, variables: Readonly<Record<string, unknown>>) => Promise<Outcome>,
): Promise<Reply> {
  const values = answer.variables(request);
  if (!values) throw new HttpError(400, 'INVALID', 'REQUEST_INVALID');
  const { data, failure } = operation ? await execute(operation, values) : NO_DATA;
  if (failure) throw errorOf(failure);
  const found = answer.reply(data, request);
  if (!found) throw new HttpError(404, 'NOT_FOUND', 'RECORD_UNKNOWN');
  const { body, ...rest } = found;
  return { status: 200, ...rest, ...(typeof body === 'string' ? { body } : await writePieces(body)) };
}

/** @throws HttpError as the core fails */
async function downloadOf(
  download: NonNullable<Row['download']>,
  exchange: Exchange<RowMatch>,
  request: RowRequest,
): Promise<Reply> {
  try {
    return await download(await exchange.context(), request);
  } catch (error) {
    throw error instanceof DomainError && statuses.has(error.code) ? errorOf(error) : error;
  }
}

/** Finds the row of a path, and its parameters. */
export function createFinder(rows: readonly Row[]): (url: string) => Pick<RowMatch, 'row' | 'params'> | null {
  const router = findMyWay({ maxParamLength: MAX_PARAMETER_LENGTH });
  for (const row of rows) router.on('GET', row.path, () => undefined, row);
  return (url) => {
    const found = router.find('GET', pathOf(url));
    return found && { row: found.store as Row, params: found.params as Record<string, string> };
  };
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

function queryOf({ answer: { parameters = [] } }: Row, url: string): URLSearchParams {
  const given = new URLSearchParams(url.slice(pathOf(url).length));
  return new URLSearchParams([...given].filter(([name]) => parameters.includes(name)));
}

/** One URL for all that differ only in ignored parameters or in percent-encoding, so that none computes it again. */
function canonicalUrlOf({ row, params }: Pick<RowMatch, 'row' | 'params'>, url: string): string {
  const path = row.path.replace(/:([a-z]+)/, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const query = queryOf(row, url);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

function policyOf({ answer, download }: Row, params: RowMatch['params'], maxPageSize: number): Omit<Match, 'route'> {
  const { cache, kind, isPersonal = false, isSecret = isPersonal, isList = false } = answer;
  const maxRecords = isList ? maxPageSize : 0;
  const [id] = Object.values(params);
  return {
    ...{ cache, maxRecords, representations: [], idempotency: 'ignored', body: 'none' },
    login: download ? 'required' : 'optional',
    subject: kind === undefined || id === undefined ? null : { kind, id },
    calendarSecret: isPersonal ? id : undefined,
    isForClientOnly: isSecret,
  };
}

/** HTTP status of reasons that differ from that of their code. */
const statusesOfReasons: ReadonlyMap<string, number> = new Map([['CURSOR_EXPIRED', 410]]);

function errorOf({ code, problems }: Failure): HttpError {
  const status = statusesOfReasons.get(problems[0]?.reason ?? '') ?? statuses.get(code) ?? 500;
  return new HttpError(status, code, problems[0]?.reason ?? '', status === 503 ? { 'Retry-After': '2' } : {});
}
