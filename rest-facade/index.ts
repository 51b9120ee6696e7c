import type { DocumentNode } from 'graphql';
import { createDispatcher, type Asking, type ContextFor, type Dispatcher, type Execute } from './dispatch.js';
import type { ExpressRequest } from './express.js';
import type { FacadeSettings } from './request.js';
import { routes } from './routes/index.js';

export { exposedHeaders, writePreflight } from './reply.js';
export { resourceOf } from './resource.js';
export { serveFacade } from './express.js';
export type { Execute, Outcome } from './dispatch.js';
export type { FacadeSettings } from './request.js';

/** The v2.1 API over a graph that is reached through one function. */
export function createFacade<Context extends Asking>(
  execute: Execute<Context>,
  contextFor: ContextFor<Context, ExpressRequest>,
  settings: FacadeSettings,
): Dispatcher<ExpressRequest> {
  return createDispatcher(routes, execute, contextFor, settings);
}

/** Every operation that the facade will ask for, each once: to be compiled before the first request. */
export const storedOperations: readonly DocumentNode[] = [
  ...new Set(routes.flatMap(({ answer }) => (answer ? [answer.operation] : []))),
];
