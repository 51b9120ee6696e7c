import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * Requests for a document by its identifier: the appendix "Persisted Documents" of GraphQL over HTTP, which is a draft.
 * They are translated to Apollo's older protocol, `extensions.persistedQuery`.
 */

const PREFIX = 'sha256:';
const SHA256 = /^sha256:[0-9a-f]{64}$/;

/** The parts of a request that identify its operation. */
export type OperationRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { readonly body?: unknown };

/** The identifier of a document. */
export const documentIdOf = (text: string): string => PREFIX + createHash('sha256').update(text).digest('hex');

/** Why a request by `documentId` is invalid; null if it is valid, or contains its document. */
export function problemOfDocumentId(request: OperationRequest): string | null {
  const { documentId, query } = parametersOf(request);
  if (isAbsent(documentId) || !isAbsent(query)) return null;
  if (typeof documentId !== 'string' || !SHA256.test(documentId)) {
    return 'documentId must be "sha256:" and the SHA-256 of the document, in 64 lower-case hexadecimal digits.';
  }
  return null;
}

/** The same request in Apollo's protocol; unchanged without a valid `documentId`. */
export function byPersistedQuery(request: OperationRequest): OperationRequest {
  const { documentId, query } = parametersOf(request);
  if (isAbsent(documentId) || !isAbsent(query) || problemOfDocumentId(request) !== null) return request;
  const persistedQuery = { version: 1, sha256Hash: String(documentId).slice(PREFIX.length) };
  const { method, headers, url = '', body } = request;
  if (method !== 'GET') {
    const { documentId: _, extensions, ...rest } = body as Readonly<Record<string, unknown>>;
    return { method, headers, url, body: { ...rest, extensions: { ...Object(extensions), persistedQuery } as object } };
  }
  const [path = '', search = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(search);
  parameters.delete('documentId');
  parameters.set('extensions', JSON.stringify({ ...recordIn(parameters.get('extensions')), persistedQuery }));
  return { method, headers, url: `${path}?${parameters.toString()}`, body };
}

/** Parses the query string as Apollo does. */
function parametersOf({ method, url = '', body }: OperationRequest): Readonly<Record<string, unknown>> {
  if (method !== 'GET') return Object(body) as Readonly<Record<string, unknown>>;
  const search = new URLSearchParams(url.split('?', 2)[1] ?? '');
  return { documentId: search.get('documentId'), query: search.get('query') };
}

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;

/** Invalid JSON is left out: the request needs no other extension. */
function recordIn(json: string | null): object {
  try {
    return Object(JSON.parse(json ?? '{}')) as object;
  } catch {
    return {};
  }
}
