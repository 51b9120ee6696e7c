import type { DocumentNode } from 'graphql';
import { nameOf } from './alternate.js';
import type { Conditions } from './condition.js';
import { createDispatcher, type Asking, type ContextFor, type Dispatcher, type Execute } from './dispatch.js';
import { problemOf } from './deprecations.js';
import type { ExpressRequest } from './express.js';
import type { Repeats } from './idempotency.js';
import { createKeepableOperations, type Keep } from './keep.js';
import type { Deprecation, FacadeSettings } from './request.js';
import { patternOf, type Row } from './route.js';
import { routes } from './routes/index.js';

export { writeFault } from './fault.js';
export { keyOf } from './keep.js';
export { OPENAPI_PATH, openapi } from './openapi/published.js';
export { wantsPage } from './read/form.js';
export { exposedHeaders, variesBy, writePreflight } from './reply.js';
export { resourceOf } from './resource.js';
export { serveFacade } from './express.js';
export type { Execute } from './dispatch.js';
export type { Outcome } from './failure.js';
export type { FacadeSettings } from './request.js';

/** Creates the v2.1 API; `execute` is its only access to the GraphQL schema. */
export function createFacade<Context extends Asking>(
  execute: Execute<Context>,
  contextFor: ContextFor<Context, ExpressRequest>,
  settings: FacadeSettings,
  asksFor: (request: ExpressRequest, pattern: string) => void = () => undefined,
  keep?: Keep,
  conditions?: Conditions<Context>,
  repeats?: Repeats<Context>,
): Dispatcher<ExpressRequest> {
  const matched = (request: ExpressRequest, row: Row) => asksFor(request, patternOf(row));
  return createDispatcher(routes, execute, contextFor, settings, matched, keep, conditions, repeats);
}

/** Validates deprecations against the routes of v2.1. Returns an error message, or null if they are valid. */
export const problemOfDeprecations = (deprecations: readonly Deprecation[]) => problemOf(routes, deprecations);

/** All distinct operations of the facade, to be compiled before the first request. */
export const storedOperations: readonly DocumentNode[] = [
  ...new Set(routes.flatMap(({ answer }) => (answer ? [answer.operation] : []))),
];

/** Cache policy of a stored operation that is requested by name. */
export const keepableOperation = createKeepableOperations(routes);

export const storedNames: ReadonlySet<string> = new Set(storedOperations.map(nameOf));

/** Routes of v2.1 by the name of their stored operation, such as `GET /v2.1/talks/:talkId`. */
export const patternsOfOperations: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  storedOperations.map((operation) => [
    nameOf(operation),
    routes.filter(({ answer }) => answer?.operation === operation).map(patternOf),
  ]),
);
