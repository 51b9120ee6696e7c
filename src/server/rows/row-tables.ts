import type { Express } from 'express';
import type { DocumentNode } from 'graphql';
import { feeds } from '../../../feeds/index.js';
import { pages } from '../../../pages/index.js';
import type { ExecuteStored } from '../../../schema/stored-operations.js';
import type { Config } from '../../config/config.js';
import type { Clock } from '../../core/date/clock.js';
import type { Requests } from '../../http/create-context.js';
import { Exchange, type Incoming } from '../../http/exchange.js';
import { errorHandler, type ErrorReporting } from '../../http/http-error.js';
import { createRowEndpoint } from '../../http/rows/row-endpoint.js';
import type { RowTable } from '../../http/rows/row.js';
import { serve, type Pipeline } from '../../http/stages/pipeline.js';
import { OTHER } from '../../telemetry/metrics/metric-table.js';
import { recordRoute } from '../../telemetry/request/track-requests.js';

/**
 * The interfaces beside the facade: what they serve is a table of rows. The first that has a path serves it, so
 * `/feedback/abc.svg` is a feed.
 */
export const rowTables: readonly RowTable[] = [feeds, pages];

/** Documents that `/graphql` executes by name as well. */
export const operationsOf = (tables: readonly RowTable[]): DocumentNode[] => [
  ...new Set(
    tables.flatMap(({ rows, scriptOperations = [] }) => [
      ...rows.flatMap(({ operation }) => operation ?? []),
      ...scriptOperations,
    ]),
  ),
];

/** Dependencies of the endpoints. */
interface RowParts {
  readonly execute: ExecuteStored;
  readonly requests: Requests;
  readonly pipeline: Pipeline;
  readonly clock: Pick<Clock, 'now'>;
  readonly config: Pick<Config, 'productName' | 'maxResults'>;
  readonly errorReporting: ErrorReporting;
}

/** Mounts the rows of a table; any other request is left to later handlers. */
export function mountRows(
  app: Express,
  table: RowTable,
  { execute, requests, pipeline, clock, config, errorReporting }: RowParts,
): void {
  const endpoint = createRowEndpoint(
    table,
    async (operation, variables, exchange) => execute(operation, variables, await exchange.context()),
    () => clock.now(),
    { productName: config.productName, maxPageSize: config.maxResults },
  );
  const record = recordRoute(OTHER);
  const respond = serve(pipeline, endpoint, requests);
  const handleError = errorHandler(errorReporting, (error, request) =>
    endpoint.render(error, new Exchange(request, endpoint, requests)),
  );
  app.use((request: Incoming, response, next: (error?: unknown) => void) => {
    if (!endpoint.has(request.url ?? '')) return next();
    record(request, response, () =>
      respond(request, response, (error) =>
        error === undefined ? next() : handleError(error, request, response, next),
      ),
    );
  });
}
