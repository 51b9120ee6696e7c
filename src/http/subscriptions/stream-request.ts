import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { getOperationAST, parse } from 'graphql';
import { HttpError } from '../http-error.js';
import { weightsOf } from '../weights.js';
import { EVENT_STREAM } from './event-stream.js';
import { resumeVariable } from './resume-variable.js';

type Request = IncomingMessage & { readonly body?: unknown };

/** In characters: the longest comment with its document, mostly escaped. */
const MAX_REQUEST_LENGTH = 256 * 1024;

/** A request for a stream, as the POST request that each of its runs repeats. */
export interface StreamRequest {
  readonly method: 'POST';
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/**
 * Whether the client requests a stream of events (GraphQL over SSE, distinct connections mode). Some clients accept a
 * stream for every query as well: they receive JSON.
 */
export function wantsStream({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'POST') return false;
  if (!/event-stream/i.test(headers.accept ?? '')) return false;
  const accepted = [...weightsOf(headers.accept ?? '')].filter(([, weight]) => weight > 0).map(([type]) => type);
  return accepted.includes(EVENT_STREAM) && !accepted.some((type) => type.includes('json'));
}

/**
 * Converts a request with a parsed body. GET names a stored operation or contains a document, and executes no mutation.
 *
 * @param documents the texts of the stored operations
 * @throws HttpError 400, 405, 413
 */
export function streamRequestOf(request: Request, documents: ReadonlyMap<string, string>): StreamRequest {
  const { method, headers } = request;
  const body = method === 'POST' ? request.body : bodyOfQuery(request.url ?? '', documents);
  // It is kept as long as the stream is open.
  if (JSON.stringify(body ?? null).length > MAX_REQUEST_LENGTH) throw new HttpError(413, 'TOO_LARGE', 'BODY_TOO_LARGE');
  return {
    method: 'POST',
    url: '/graphql',
    headers: { ...headers, accept: 'application/json', 'content-type': 'application/json' },
    body,
  };
}

function bodyOfQuery(url: string, documents: ReadonlyMap<string, string>): object {
  const parameters = new URLSearchParams(url.split('?').slice(1).join('?'));
  const name = parameters.get('operation') || null;
  const query = name === null ? parameters.get('query') : documents.get(name);
  if (name !== null && query === undefined) throw new HttpError(400, 'INVALID', 'DOCUMENT_UNKNOWN');
  if (query === null || query === undefined) throw new HttpError(400, 'INVALID', 'REQUEST_INVALID');
  const operationName = parameters.get('operationName') ?? undefined;
  if (isMutation(query, operationName)) throw new HttpError(405, 'NOT_SUPPORTED', 'REQUEST_INVALID', { Allow: 'POST' });
  const variables = variablesIn(parameters.get('variables'));
  // Apollo rejects a name that is present but undefined.
  return { query, variables, ...(operationName !== undefined && { operationName }) };
}

/** A document that cannot be parsed is reported by its execution. */
function isMutation(query: string, operationName: string | undefined): boolean {
  // It is not parsed, and could contain a mutation.
  if (query.length > MAX_LENGTH) return true;
  try {
    return (
      getOperationAST(parse(query, { noLocation: true, maxTokens: MAX_TOKENS }), operationName)?.operation ===
      'mutation'
    );
  } catch {
    return false;
  }
}

/** Longer documents do not fit into a URL. */
const MAX_LENGTH = 16 * 1024;
const MAX_TOKENS = 5_000;

function variablesIn(text: string | null): unknown {
  if (text === null || text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, 'INVALID', 'VARIABLES_INVALID');
  }
}

/** What distinguishes a stream from others. */
export interface StreamIdentity {
  /** Equal for streams that have the same messages, except for the first one. */
  readonly key: string;
  /** The position after which the client resumes: `Last-Event-ID` of a browser, or the argument `after`. */
  readonly after: string | null;
  /** The request without that position: other streams of the key must not depend on it. */
  readonly shared: StreamRequest;
}

/** @param viewerId a token that is revoked later identifies no viewer */
export function identityOf(request: StreamRequest, origin: string, viewerId: string | null): StreamIdentity {
  const { headers, body } = request;
  const { query, operationName, variables } = Object(body) as Readonly<Record<string, unknown>>;
  const variable = resumeVariable(query, operationName);
  const given = variable === null ? undefined : new Map(Object.entries(Object(variables) as object)).get(variable);
  // Execution reports a value of another type.
  const isResumable = variable !== null && (given === undefined || given === null || typeof given === 'string');
  const shared = isResumable
    ? { ...request, body: { ...(body as object), variables: { ...(variables as object), [variable]: null } } }
    : request;
  const lastId = headers['last-event-id'];
  return {
    key: createHash('sha256')
      .update(JSON.stringify([headers.authorization ?? null, viewerId, origin, shared.body]))
      .digest('base64'),
    after: (typeof lastId === 'string' && lastId) || (typeof given === 'string' ? given : null),
    shared,
  };
}
