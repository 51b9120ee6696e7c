import type { ApolloServerPlugin } from '@apollo/server';
import { OperationTypeNode, type FormattedExecutionResult, type OperationDefinitionNode } from 'graphql';
import type { Context } from '../src/core/context.js';
import { callerOf } from '../src/adapters/limits/caller.js';
import { createKeyedQueues } from '../src/core/common/keyed-queue.js';
import type { Queue } from '../src/core/reads/scans.js';
import { DomainError } from '../src/core/errors.js';
import { setBody } from '../src/http/graph-reply.js';
import { HttpError } from '../src/http/http-error.js';
import { overloaded, RETRY_AFTER_SECONDS } from '../src/http/overloaded.js';
import { writeJson } from './json-writer.js';
import { currentRequest, isAbandoned } from '../src/telemetry/request/request-record.js';
import type { ErrorListeners } from './error-reporting.js';
import { describeError } from './error-messages.js';
import { limits } from './limits.js';
import { immediately } from './pacing.js';

/** Serializes a result to UTF-8 chunks. */
export type WriteResponse = (
  result: FormattedExecutionResult,
  operation: OperationDefinitionNode | undefined,
  queryHash: string | undefined,
  context: Pick<Context, 'viewer' | 'client'>,
) => Promise<readonly Buffer[]>;

/**
 * Creates a function that serializes results in time slices of the event loop, up to `limits.bytes`. Apollo would block
 * the event loop and has no size limit. Long results of a caller are serialized one at a time, and are counted while they grow.
 * The function fails with HttpError 503 if the results of a caller that wait have read too much, or if its client has
 * left: nothing counts the result any more.
 *
 * @param reserve as of `GraphOptions`; without it, a query fails with HttpError 503, and a mutation lacks its payloads
 * @param isTrusted whether the document with this hash is a trusted document, whose responses have no limit
 */
export function createResponseWriter(
  { onDomainError }: Pick<ErrorListeners, 'onDomainError'>,
  isTrusted: (queryHash: string) => boolean,
  reserve: (bytes: number) => boolean,
): WriteResponse {
  const queueOf = createKeyedQueues(1, limits.waitingResults, RETRY_AFTER_SECONDS);
  return async ({ errors, data, extensions }, operation, queryHash, { viewer, client }) => {
    const maxBytes = queryHash !== undefined && isTrusted(queryHash) ? Infinity : limits.bytes;
    const isMutation = operation?.operation === OperationTypeNode.MUTATION;
    let isRefused = false;
    const readBytes = Math.max(1, currentRequest()?.resultSize.bytes ?? 0);
    const isQuery = operation?.operation === OperationTypeNode.QUERY;
    const refuseAbandoned = () => {
      if (isQuery && isAbandoned()) throw overloaded();
    };
    const inTurn: Queue = (work) => {
      refuseAbandoned();
      return queueOf(
        callerOf(viewer, client.address),
        readBytes,
      )(() => {
        refuseAbandoned();
        return work();
      });
    };
    const chunks = await writeJson({ errors, data, extensions }, maxBytes, {
      // A mutation is executed: refusing its response would make clients repeat it.
      inTurn: isMutation ? immediately : inTurn,
      accepts: (bytes) => !(isRefused = (isQuery && isAbandoned()) || !reserve(bytes)),
    }).catch(asHttpError);
    if (chunks) return chunks;
    onDomainError(isRefused ? 'OVERLOADED' : 'TOO_COSTLY');
    if (isRefused && !isMutation) throw overloaded();
    if (!isMutation) return [Buffer.from(JSON.stringify({ errors: [oversized()], data: null, extensions }))];
    const beyond = isRefused ? new Set(Object.keys(data ?? {})) : await beyondLimit(data ?? {});
    const kept = Object.entries(data ?? {}).map(([name, payload]) => [name, beyond.has(name) ? null : payload]);
    const all = [...(errors ?? []), ...[...beyond].map(oversized)];
    return (await writeJson({ errors: all, data: Object.fromEntries(kept), extensions }, Infinity)) ?? [];
  };
}

/** Serializes Apollo's responses. Must follow the plugins that extend the response. */
export function responsePlugin(write: WriteResponse): ApolloServerPlugin<Context> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        async willSendResponse({ request: { http }, response: { body }, operation, queryHash, contextValue }) {
          if (!http || body.kind !== 'single') return;
          setBody(http, await write(body.singleResult, operation, queryHash, contextValue).catch(onlyHttpError));
          body.singleResult = {};
        },
      }),
  };
}

/** The refusal of a full queue ends the request, which would be executed again otherwise. */
function asHttpError(error: unknown): never {
  throw error instanceof DomainError && error.code === 'UNAVAILABLE' ? overloaded() : error;
}

/** Apollo would report it as an internal error. */
function onlyHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  throw error;
}

/** The error of an oversized response, or of the payload of an executed mutation. */
function oversized(payload?: string) {
  const { message, extensions } = describeError({ code: 'TOO_LARGE', problems: [{ reason: 'TOO_COSTLY' }] });
  return {
    message: payload === undefined ? message : `${message} The mutation was executed.`,
    ...(payload !== undefined && { path: [payload] }),
    extensions: { ...extensions, requestId: currentRequest()?.id },
  };
}

/** The payloads that do not fit beside the earlier ones; the last one if the rest of the response exceeds the limit. */
async function beyondLimit(data: Readonly<Record<string, unknown>>): Promise<ReadonlySet<string>> {
  const names = Object.keys(data);
  const beyond = new Set<string>();
  let remaining: number = limits.bytes;
  for (const name of names) {
    const chunks = await writeJson([data[name]], remaining);
    if (chunks) remaining -= chunks.reduce((sum, { length }) => sum + length, 0);
    else beyond.add(name);
  }
  return beyond.size > 0 ? beyond : new Set(names.slice(-1));
}
