import type { ApolloServerPlugin } from '@apollo/server';
import { OperationTypeNode, type FormattedExecutionResult, type OperationDefinitionNode } from 'graphql';
import type { Context } from '../src/core/context.js';
import { setBody } from '../src/http/graph-reply.js';
import { writeJson } from './json-writer.js';
import { currentRequest } from '../src/telemetry/request/request-record.js';
import type { ErrorListeners } from './error-reporting.js';
import { describeError } from './error-messages.js';
import { limits } from './limits.js';

/** Serializes a result to UTF-8 chunks. */
export type WriteResponse = (
  result: FormattedExecutionResult,
  operation: OperationDefinitionNode | undefined,
  queryHash: string | undefined,
) => Promise<readonly Buffer[]>;

/**
 * Creates a function that serializes results in time slices of the event loop, up to `limits.bytes`. Apollo would block
 * the event loop and has no size limit.
 *
 * @param isTrusted whether the document with this hash is a trusted document, whose responses have no limit
 */
export function createResponseWriter(
  { onDomainError }: Pick<ErrorListeners, 'onDomainError'>,
  isTrusted: (queryHash: string) => boolean,
): WriteResponse {
  return async ({ errors, data, extensions }, operation, queryHash) => {
    const maxBytes = queryHash !== undefined && isTrusted(queryHash) ? Infinity : limits.bytes;
    const chunks = await writeJson({ errors, data, extensions }, maxBytes);
    if (chunks) return chunks;
    onDomainError('TOO_COSTLY');
    if (operation?.operation !== OperationTypeNode.MUTATION) {
      return [Buffer.from(JSON.stringify({ errors: [oversized()], data: null, extensions }))];
    }
    const beyond = await beyondLimit(data ?? {});
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
        async willSendResponse({ request: { http }, response: { body }, operation, queryHash }) {
          if (!http || body.kind !== 'single') return;
          setBody(http, await write(body.singleResult, operation, queryHash));
          body.singleResult = {};
        },
      }),
  };
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
