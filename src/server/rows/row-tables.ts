import type { DocumentNode } from 'graphql';
import { feeds } from '../../../feeds/index.js';
import { pages } from '../../../pages/index.js';
import type { ExecuteStored } from '../../../schema/stored-operations.js';
import type { Config } from '../../config/config.js';
import type { Clock } from '../../core/date/clock.js';
import { feedbackExports } from '../../http/feedback-export/feedback-export.js';
import type { Connect, Served } from '../../http/rows/dispatch.js';
import { createRowEndpoint } from '../../http/rows/row-endpoint.js';
import type { RowTable } from '../../http/rows/row.js';
import { feedbackFormats } from '../../transfer/export/feedback/feedback-formats.js';

/** Feedback as files, which have no pages of records. */
const exports: RowTable = { rows: feedbackExports(feedbackFormats), render: feeds.render, maxRecords: 0 };

/** The interfaces beside the facade that execute stored operations. */
export const rowTables: readonly RowTable[] = [exports, feeds, pages];

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
  readonly clock: Pick<Clock, 'now'>;
  readonly config: Pick<Config, 'productName' | 'maxResults'>;
}

/** What serves the rows of a table. */
export function servedRows(table: RowTable, connect: Connect, { execute, clock, config }: RowParts): Served {
  const endpoint = createRowEndpoint(
    table,
    async (operation, variables, exchange) => execute(operation, variables, await exchange.context()),
    () => clock.now(),
    { productName: config.productName, maxPageSize: Math.min(config.maxResults, table.maxRecords ?? Infinity) },
  );
  const { handler } = connect(endpoint);
  const { rows, accepts = () => true } = table;
  return {
    paths: rows.map(({ path }) => path),
    handler: (request, response, next) => (accepts(request) ? handler(request, response, next) : next()),
  };
}
