import type { ApolloServer } from '@apollo/server';
import type { Context, SubscriptionTopic } from '../../core/context.js';
import { domainError } from '../../core/errors.js';
import type { LogPosition } from '../../core/reads/change-log.js';
import { graphReply, withStatus } from '../graph-reply.js';
import type { Reply } from '../send.js';
import type { RunResult, RunOperation } from './group.js';

interface Declared {
  readonly topic: SubscriptionTopic;
  readonly end: LogPosition;
  readonly cursor: string;
}

/** A response that precedes the stream, such as that to an invalid document. */
export interface RejectedRun extends RunResult {
  readonly reply: Reply;
}

/**
 * Executes the operation of a stream with Apollo, like any other: parsing, limits and errors are the same.
 *
 * @param prepare rejects invalid requests
 * @param contextOf creates a context for each run, so that each checks the token
 */
export function operationRunner(
  apollo: ApolloServer<Context>,
  request: Parameters<typeof graphReply>[1],
  prepare: () => void,
  contextOf: () => Promise<Context>,
): RunOperation {
  /** Undefined before the first run; null for anonymous clients. */
  let viewerId: string | null | undefined;
  return async (after) => {
    let declared: Declared | undefined;
    let hasChanges = false;
    let isRepeatable = true;
    let cost = 0;
    const reply = await graphReply(apollo, request, () =>
      withStatus(async () => {
        prepare();
        const context = await contextOf();
        viewerId ??= context.viewer?.id ?? null;
        // A revoked token must not continue as an anonymous subscription.
        if (viewerId !== (context.viewer?.id ?? null)) throw domainError('UNAUTHENTICATED', 'LOGIN_REQUIRED');
        const isUnknown = context.viewer === null && request.headers.authorization !== undefined;
        const subscription = {
          after,
          declare: (topic: SubscriptionTopic, end: LogPosition, cursor: string) => {
            declared = { topic, end, cursor };
          },
          listChanges: () => void (hasChanges = true),
          execute: (operation: 'query' | 'mutation' | 'subscription', values: number) => {
            // An unknown token must not be taken for that of a user, who would miss what only users see.
            if (operation === 'subscription' && isUnknown) throw domainError('UNAUTHENTICATED', 'LOGIN_REQUIRED');
            isRepeatable = operation !== 'mutation';
            cost = values;
          },
        };
        return { ...context, subscription };
      }),
    );
    const outcome = { ...outcomeOf(reply, declared), hasChanges, cost };
    // A part of a mutation may have been executed.
    return outcome.state === 'retry' && !isRepeatable ? { ...outcome, state: 'ended' } : outcome;
  };
}

function outcomeOf(reply: Reply, declared: Declared | undefined): Omit<RunResult | RejectedRun, 'hasChanges' | 'cost'> {
  const body = textOf(reply.body).trim();
  const content = declared ? body.replaceAll(declared.cursor, '') : body;
  const state = stateOf(reply.status, body);
  return { ...declared, body, content, state, ...(reply.status !== 200 && { reply }) };
}

const textOf = (body: Reply['body']): string => {
  if (body === null || typeof body === 'string') return body ?? '';
  return Buffer.isBuffer(body) ? body.toString() : Buffer.concat(body).toString();
};

/** Without data there is nothing to follow, unless the database is unavailable. */
function stateOf(status: number, body: string): RunResult['state'] {
  if (status === 503) return 'retry';
  if (status !== 200) return 'ended';
  if (!body.includes('"errors"')) return 'data';
  const { data, errors = [] } = JSON.parse(body) as {
    data?: unknown;
    errors?: readonly { readonly extensions?: { readonly code?: string } }[];
  };
  const has = (code: string) => errors.some(({ extensions }) => extensions?.code === code);
  if (has('UNAVAILABLE')) return 'retry';
  if (data !== null && data !== undefined) return 'data';
  return has('INTERNAL') ? 'failed' : 'ended';
}
