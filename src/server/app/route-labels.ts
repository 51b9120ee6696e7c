import { patternOf } from '../../http/rows/router.js';
import { OTHER } from '../../telemetry/metrics/metric-table.js';
import type { RouteLabels } from '../../telemetry/metrics/metrics.js';
import { operationName } from './graph.js';
import { restFacade } from './rest-endpoint.js';
import { rowTables } from '../rows/row-tables.js';

const GRAPH = '/graphql ';
const operations = new Map([
  ...Object.entries(restFacade.patternsOfOperations).flatMap(([operation, patterns]) =>
    patterns.map((pattern) => [pattern, operation] as const),
  ),
  ...rowTables.flatMap(({ rows }) =>
    rows.flatMap((row) => (row.operation ? [[patternOf(row), operationName(row.operation)] as const] : [])),
  ),
]);

/** Splits a route into metrics labels: `/graphql EventRecord` names its operation, the pattern of a row maps to one. */
export function labelsOfRoute(route: string): RouteLabels {
  if (route.startsWith(GRAPH)) return { route: GRAPH.trim(), operation: route.slice(GRAPH.length) };
  return { route, operation: operations.get(route) ?? OTHER };
}
