import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { Tracing } from '../traces/tracing.js';
import {
  emptyResult,
  type ResultSize,
  currentRequest,
  runWithRecord,
  type RecordedViewer,
  type RequestRecord,
} from './request-record.js';

/** A completed request. */
export interface CompletedRequest extends Pick<
  RequestRecord,
  'id' | 'route' | 'viewer' | 'isStream' | 'statements' | 'statementMs'
> {
  readonly request: IncomingMessage;
  /** Original path and query: Express rewrites those of the request. */
  readonly url: string;
  /** HTTP status code. */
  readonly status: number;
  /** Milliseconds from the parsed request head until the response was passed to the operating system. */
  readonly ms: number;
  /** Size of the response body. */
  readonly bytes: number;
  /** Result bytes that it read; null for cached responses. */
  readonly resultSize: ResultSize | null;
  /** False if the client disconnected before it received the whole response. */
  readonly isComplete: boolean;
}

/** Called for every completed request; must be cheap. */
export type CompletedRequestListener = (completed: CompletedRequest) => void;

/** A request served from the response cache, without a record. */
export type CachedRequest = Pick<CompletedRequest, 'request' | 'id' | 'route' | 'status' | 'bytes'> & {
  /** Start of the request, on the clock of `performance.now()`. */
  readonly began: number;
};

export interface RequestTracker {
  /** Keeps a record of each in-flight request, and passes it to the listeners when the request completes. */
  readonly track: (handler: RequestListener) => RequestListener;
  readonly trackCached: (cached: CachedRequest) => void;
}

/** @param tracing undefined: tracing is disabled */
export function trackRequests(listeners: readonly CompletedRequestListener[], tracing?: Tracing): RequestTracker {
  const notify: CompletedRequestListener = (completed) => {
    for (const one of listeners) one(completed);
  };
  return {
    track: (handler) => (request, response) => {
      const began = performance.now();
      const { url = '' } = request;
      const id = requestIdOf(request);
      const span = tracing?.startSpan(request, began);
      const record: RequestRecord = {
        id,
        route: null,
        viewer: null,
        isStream: false,
        statements: 0,
        statementMs: 0,
        response,
        resultSize: emptyResult(),
        span,
      };
      response.setHeader(REQUEST_ID, id);
      // 'close' also fires if the client disconnects early: that is work too.
      response.once('close', () => {
        const { route, viewer, isStream, statements, statementMs, resultSize } = record;
        const { statusCode: status, writableFinished: isComplete } = response;
        const ms = performance.now() - began;
        record.response = undefined;
        notify({
          ...{ request, url, id, route, viewer, isStream, statements, statementMs, resultSize, status, ms, isComplete },
          bytes: bytesOf(response),
        });
        span?.end(spanEndOf(record, request, status));
      });
      runWithRecord(record, () => handler(request, response));
    },
    trackCached({ request, id, route, status, bytes, began }) {
      const ms = performance.now() - began;
      const { url = '' } = request;
      const nothing = { viewer: null, isStream: false, statements: 0, statementMs: 0, resultSize: null };
      notify({ request, url, id, route, ...nothing, status, ms, bytes, isComplete: true });
      tracing?.startSpan(request, began).end(spanEndOf({ id, route }, request, status));
    },
  };
}

/** Middleware that records the route pattern of the request. Skips preflights, which belong to no application. */
export const recordRoute =
  (route: string) =>
  ({ method }: IncomingMessage, _response: ServerResponse, next: () => void): void => {
    const record = currentRequest();
    if (record && method !== 'OPTIONS') record.route = route;
    next();
  };

/** Refines the route of the current request, if its usage is counted. */
export function refineRoute(route: string): void {
  const record = currentRequest();
  if (record && record.route !== null) record.route = route;
}

/** Records that the response of the current request is a stream. */
export function recordStream(): void {
  const record = currentRequest();
  if (record) record.isStream = true;
}

/** Records the viewer of the current request. Returns the context. */
export function recordViewer<Some extends { readonly viewer: RecordedViewer | null }>(context: Some): Some {
  const record = currentRequest();
  if (record) record.viewer = context.viewer;
  return context;
}

function bytesOf(response: ServerResponse): number {
  const isBodyless = response.req.method === 'HEAD' || response.statusCode === 304;
  return isBodyless ? 0 : Number(response.getHeader('Content-Length') ?? 0);
}

/** Methods of RFC 9110 and RFC 5789. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE']);
const OTHER_METHOD = '_OTHER';

/** Clients choose the method: the semantic conventions map unknown ones to `_OTHER`, which bounds the cardinality. */
export const methodOf = ({ method = '' }: Pick<IncomingMessage, 'method'>): string =>
  METHODS.has(method) ? method : OTHER_METHOD;

/** Returns name and attributes of the request span (OpenTelemetry semantic conventions). */
function spanEndOf({ id, route }: Pick<RequestRecord, 'id' | 'route'>, request: IncomingMessage, status: number) {
  const method = methodOf(request);
  const isKnown = method !== OTHER_METHOD;
  // Extracts `/v2.1/languages` from `GET /v2.1/languages`, `/graphql` from `/graphql Languages`.
  const path = /\/\S*/.exec(route ?? '')?.[0];
  const attributes = {
    'http.request.method': method,
    ...(!isKnown && { 'http.request.method_original': request.method ?? '' }),
    'http.response.status_code': status,
    'lectern.request.id': id,
    ...(path !== undefined && { 'http.route': path }),
  };
  const name = [isKnown ? method : 'HTTP', path].filter((part) => part !== undefined).join(' ');
  return { name, attributes, failed: status >= 500 };
}

export const REQUEST_ID = 'X-Request-Id';

/** IDs that are safe unescaped in logs, headers and HTML. */
const SAFE_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** Returns the request ID of the client or a proxy if it is safe, otherwise a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const received = headers['x-request-id'];
  return typeof received === 'string' && SAFE_ID.test(received) ? received : randomUUID();
}
