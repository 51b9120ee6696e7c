import type { DocumentNode } from 'graphql';
import type { Outcome } from '../../core/errors.js';
import { OTHER } from '../../telemetry/metrics/metric-table.js';
import type { Endpoint, Exchange } from '../exchange.js';
import { HttpError } from '../http-error.js';
import type { Match } from '../match.js';
import type { Row, RowRequest, RowTable } from './row.js';
import { createRouter, pathOf, patternOf, type Found } from './router.js';

/** Executes a stored operation; the only access of feeds and pages to the core. */
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

/** @param now the time in seconds since 1970 */
export function createRowEndpoint(
  { rows, render, credentials = 'first', isSameOrigin = false, unmatchedRoute = OTHER }: RowTable,
  execute: Execute,
  now: () => number,
  { productName, maxPageSize }: Pick<RowRequest, 'productName' | 'maxPageSize'>,
): Endpoint<RowMatch> {
  const find = createRouter(rows);
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
    ...{ credentials, isSameOrigin, unmatchedRoute, maxPageSize },
    match({ method, url }) {
      const found = find(method, pathOf(url)) ?? new HttpError(404, 'NOT_FOUND', 'PATH_UNKNOWN');
      return 'status' in found ? found : matchOf(found, url, maxPageSize);
    },
    respond: (exchange) =>
      exchange.match.row.respond(requestOf(exchange), {
        execute: (operation, values) => execute(operation, values, exchange),
        context: () => exchange.context(),
        incoming: exchange.request,
      }),
    render: (error, exchange) => render(error, requestOf(exchange)),
  };
}

/** The query of a URL, without the question mark. */
const searchOf = (url: string): string => url.split('?').slice(1).join('?');

function queryOf({ policy: { parameters = [] } }: Row, url: string): URLSearchParams {
  return new URLSearchParams([...new URLSearchParams(searchOf(url))].filter(([name]) => parameters.includes(name)));
}

/** One URL for all that differ only in ignored parameters or in percent-encoding, so that none computes it again. */
function canonicalUrlOf({ row, params }: Pick<RowMatch, 'row' | 'params'>, url: string): string {
  const path = row.path.replace(/:([a-z]+)/, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const query = queryOf(row, url);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

function matchOf({ row, params }: Found<Row>, url: string, maxPageSize: number): RowMatch {
  const { cache = null, kind, login = 'optional', isPersonal = false, isSecret = isPersonal, isList } = row.policy;
  const [id] = Object.values(params);
  return {
    ...{ row, params, cache, login, representations: [], idempotency: 'ignored', body: 'none' },
    route: patternOf(row),
    canonicalUrl: canonicalUrlOf({ row, params }, url),
    maxRecords: isList ? maxPageSize : 0,
    subject: kind === undefined || id === undefined ? null : { kind, id },
    calendarSecret: isPersonal ? id : undefined,
    isForClientOnly: isSecret,
  };
}
