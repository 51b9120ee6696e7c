import type { Exchange, Match } from '../exchange.js';
import type { Reply } from '../send.js';
import type { ResponseCache } from '../cache/keep-answers.js';
import type { Preconditions } from '../cache/while-unchanged.js';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Run } from '../../database/sql/statement.js';
import { authenticate } from './authenticate.js';
import { crossOrigin } from './cross-origin.js';
import { idempotency } from './idempotency.js';
import { identify } from './identify.js';
import { limitConcurrency } from './limit-concurrency.js';
import { match } from './match.js';
import { preconditions } from './preconditions.js';
import { rateLimitHeaders } from './rate-limit-headers.js';
import { readBody } from './read-body.js';
import { renderErrors } from './render-errors.js';
import { respond } from './respond.js';
import { responseCache } from './response-cache.js';
import type { Stage } from './stage.js';

/** Runs an exchange through all stages. Rejects with errors that are neither the caller's nor expected. */
export type Pipeline = <Some extends Match>(exchange: Exchange<Some>) => Promise<Reply>;

/** State that the exchanges of a process share. */
interface PipelineParts {
  readonly cache: Pick<ResponseCache, 'keep'>;
  readonly preconditions: Preconditions;
  /** Looks up idempotency keys. */
  readonly run: Run;
  /** Opens the transactions of idempotent requests. */
  readonly em: EntityManager;
}

/** The lifecycle of an exchange, at every endpoint. */
export function createPipeline(parts: PipelineParts): Pipeline {
  const stages: readonly Stage[] = [
    renderErrors,
    identify,
    match,
    responseCache(parts.cache),
    crossOrigin,
    // Before the stages that may hold a transaction: a request that waits here holds no connection.
    limitConcurrency(),
    rateLimitHeaders,
    authenticate,
    readBody,
    idempotency(parts.run, parts.em),
    preconditions(parts.preconditions),
    respond,
  ];
  return (exchange) => {
    const from = (index: number): Promise<Reply> => {
      const stage = stages[index];
      if (!stage) throw new Error('The last stage must respond');
      return stage(exchange, () => from(index + 1));
    };
    return from(0);
  };
}
