import type { Express } from 'express';
import type { DocumentNode } from 'graphql';
import { patternsOfOperations, resourceOf, storedOperations, wantsPage } from '../../../rest-facade/index.js';
import type { ContextSources } from '../../http/create-context.js';
import { mountRest, type RestParts } from './rest-endpoint.js';

/** What an interface beside `/graphql` contributes to the service, which runs without it as well. */
export interface FacadeParts {
  /** Documents that `/graphql` executes by name. */
  readonly storedOperations: readonly DocumentNode[];
  /** Its routes by stored operation, for the playground. */
  readonly patternsOfOperations: Readonly<Record<string, readonly string[]>>;
  readonly resourceOf: ContextSources['resourceOf'];
  /** Whether to respond to `/` with the front page instead of data. */
  readonly wantsPage: (url: string, accept: string | undefined) => boolean;
  readonly mount: (app: Express, parts: RestParts) => void;
}

/** The v2.1 API. */
export const restFacade: FacadeParts = {
  storedOperations,
  patternsOfOperations,
  resourceOf,
  wantsPage,
  mount: mountRest,
};
