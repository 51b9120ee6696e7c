import type { Express } from 'express';
import type { DocumentNode } from 'graphql';
import { feeds } from '../../../feeds/index.js';
import { pages } from '../../../pages/index.js';
import type { ExecuteStored } from '../../../schema/stored-operations.js';
import type { Config } from '../../config/config.js';
import type { Clock } from '../../core/date/clock.js';
import { feedbackExports } from '../../http/feedback-export/feedback-export.js';
import { createRowEndpoint } from '../../http/rows/row-endpoint.js';
import type { RowTable } from '../../http/rows/row.js';
import { feedbackFormats } from '../../transfer/export/feedback/feedback-formats.js';
import { mountEndpoint, type EndpointParts } from './mount-endpoint.js';

/** Feedback as files, which have no pages of records. */
const exports: RowTable = { rows: feedbackExports(feedbackFormats), render: feeds.render, maxRecords: 0 };

/**
 * The interfaces beside the facade: what they serve is a table of rows. The first that has a path serves it, so
 * `/feedback/abc.svg` is a feed.
 */
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
interface RowParts extends EndpointParts {
  readonly execute: ExecuteStored;
  readonly clock: Pick<Clock, 'now'>;
  readonly config: Pick<Config, 'productName' | 'maxResults'>;
}

/** Mounts the rows of a table; any other request is left to later handlers. */
export function mountRows(app: Express, table: RowTable, { execute, clock, config, ...parts }: RowParts): void {
  const endpoint = createRowEndpoint(
    table,
    async (operation, variables, exchange) => execute(operation, variables, await exchange.context()),
    () => clock.now(),
    { productName: config.productName, maxPageSize: Math.min(config.maxResults, table.maxRecords ?? Infinity) },
  );
  mountEndpoint(app, endpoint, endpoint.has, parts);
}
