import { patternsOfOperations } from '../../../rest-facade/index.js';
import type { RouteLabels } from '../../telemetry/metrics/metrics.js';
import { OTHER } from '../../telemetry/metrics/metric-table.js';

const GRAPH = '/graphql ';
const operations = new Map(
  Object.entries(patternsOfOperations).flatMap(([operation, patterns]) =>
    patterns.map((pattern) => [pattern, operation] as const),
  ),
);

/** Splits a route into metrics labels: `/graphql EventRecord` names its operation, a v2.1 pattern maps to one. */
export function labelsOfRoute(route: string): RouteLabels {
  if (route.startsWith(GRAPH)) return { route: GRAPH.trim(), operation: route.slice(GRAPH.length) };
  return { route, operation: operations.get(route) ?? OTHER };
}
