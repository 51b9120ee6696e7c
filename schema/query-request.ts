import type { IncomingMessage } from 'node:http';
import { isMultipart } from './check-request.js';
import type { Variables } from './variables.js';

/** An operation by its text. */
export interface QueryRequest {
  readonly query: string;
  /** Undefined if the document has one operation. */
  readonly operationName: string | undefined;
  readonly variables: Variables;
}

/**
 * Reads the usual request for an operation: a POST whose JSON body contains the text.
 *
 * @returns null for all others, invalid ones included
 */
export function queryRequestOf(
  request: Pick<IncomingMessage, 'method' | 'headers'> & { readonly body?: unknown },
): QueryRequest | null {
  const { method, headers, body } = request;
  if (method !== 'POST' || isMultipart(headers) || !isRecord(body)) return null;
  const { query, operationName, variables, extensions } = body;
  if (typeof query !== 'string') return null;
  if (!isAbsent(operationName) && (typeof operationName !== 'string' || operationName === '')) return null;
  if (!isAbsent(variables) && !isRecord(variables)) return null;
  if (!isAbsent(extensions) && (!isRecord(extensions) || extensions['persistedQuery'])) return null;
  return { query, operationName: operationName ?? undefined, variables: variables ?? {} };
}

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);
