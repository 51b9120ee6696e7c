import type { DocumentNode } from 'graphql';
import { createAlternates, nameOf } from './serve/alternate.js';
import { problemOf } from './serve/deprecations.js';
import { createMatcher, type RestMatch } from './serve/match.js';
import { createRender, type Render } from './serve/render.js';
import { createRespond, type Respond } from './serve/respond.js';
import type { HttpError } from '../src/http/http-error.js';
import type { Deprecation, FacadeSettings } from './wire/request.js';
import { patternOf } from '../src/http/rows/router.js';
import type { Row } from './table/route.js';
import { routes } from './nouns/routes.js';

export { OPENAPI_PATH, openapi } from './openapi/published.js';
export { wantsPage } from './serve/form.js';
export { resourceOf, uriOf } from './wire/links.js';
export type { RestMatch } from './serve/match.js';
export type { Execute, RestRequest } from './serve/respond.js';
export type { WireReply } from './serve/reply.js';
export type { FacadeSettings } from './wire/request.js';

/** The v2.1 API as a pure library. Without HTTP, caching, transactions or CORS, which belong to its caller. */
export interface Facade {
  /** Finds the row for a method and a request target (path and query). Returns an error if there is none. */
  readonly match: (method: string, url: string) => RestMatch | HttpError;
  /** Parses the request, executes the stored operation of its row, and serializes the result. */
  readonly respond: Respond;
  /** Serializes an error raised around the facade, or returned by `match`. */
  readonly render: Render;
}

export function createFacade(settings: FacadeSettings, rows: readonly Row[] = routes): Facade {
  return {
    match: createMatcher(rows, settings),
    respond: createRespond(settings, createAlternates(rows)),
    render: createRender(settings),
  };
}

/** Validates deprecations against the routes of v2.1. Returns an error message, or null if they are valid. */
export const problemOfDeprecations = (deprecations: readonly Deprecation[]) => problemOf(routes, deprecations);

/** All distinct operations of the facade, to be compiled before the first request. */
export const storedOperations: readonly DocumentNode[] = [
  ...new Set(routes.flatMap(({ answer }) => (answer ? [answer.operation] : []))),
];

/** Routes of v2.1 by the name of their stored operation, such as `GET /v2.1/talks/:talkId`. */
export const patternsOfOperations: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  storedOperations.map((operation) => [
    nameOf(operation),
    routes.filter(({ answer }) => answer?.operation === operation).map(patternOf),
  ]),
);
