import { patternsOfOperations } from '../../rest-facade/index.js';
import type { RouteLabels } from '../metrics/metrics.js';
import { OTHER } from '../usage/route-use.js';

const GRAPH = '/graphql ';
const operations = new Map(
  Object.entries(patternsOfOperations).flatMap(([operation, patterns]) =>
    patterns.map((pattern) => [pattern, operation] as const),
  ),
);

/** Under which labels a route is counted: `/graphql EventRecord` is an operation, and a pattern of v2.1 has one. */
export function labelsOfRoute(route: string): RouteLabels {
  if (route.startsWith(GRAPH)) return { route: GRAPH.trim(), operation: route.slice(GRAPH.length) };
  return { route, operation: operations.get(route) ?? OTHER };
}
