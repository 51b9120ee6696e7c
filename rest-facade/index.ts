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

/** The v2.1 API over a graph that is reached through one function. */
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

/** What is wrong with deprecations for the routes of v2.1, in words; null when nothing is. */
export const problemOfDeprecations = (deprecations: readonly Deprecation[]) => problemOf(routes, deprecations);

/** Every operation that the facade will ask for, each once: to be compiled before the first request. */
export const storedOperations: readonly DocumentNode[] = [
  ...new Set(routes.flatMap(({ answer }) => (answer ? [answer.operation] : []))),
];

/** What may be kept of a stored operation that somebody reads by its name. */
export const keepableOperation = createKeepableOperations(routes);

export const storedNames: ReadonlySet<string> = new Set(storedOperations.map(nameOf));

/** What each stored operation answers, by its name: methods and paths of v2.1, such as `GET /v2.1/talks/:talkId`. */
export const patternsOfOperations: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  storedOperations.map((operation) => [
    nameOf(operation),
    routes.filter(({ answer }) => answer?.operation === operation).map(patternOf),
  ]),
);
