import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { Tracing } from '../traces/tracing.js';
import {
  emptyResult,
  type ResultSize,
  currentRequest,
  during,
  type RecordedViewer,
  type RequestRecord,
} from './record.js';

/** A completed request. */
export interface AnsweredRequest extends Pick<RequestRecord, 'id' | 'route' | 'viewer' | 'statements' | 'statementMs'> {
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
  readonly isWhole: boolean;
}

/** Called for every completed request; must be cheap. */
export type Told = (answered: AnsweredRequest) => void;

/** A request served from the response cache, without a record. */
export type KeptRequest = Pick<AnsweredRequest, 'request' | 'id' | 'route' | 'status' | 'bytes'> & {
  /** Start of the request, on the clock of `performance.now()`. */
  readonly began: number;
};

export interface RequestWatch {
  /** Keeps a record of each in-flight request, and passes it to the listeners when the request completes. */
  readonly watched: (answer: RequestListener) => RequestListener;
  readonly kept: (kept: KeptRequest) => void;
}

/** @param tracing undefined: tracing is disabled */
export function watchRequests(told: readonly Told[], tracing?: Tracing): RequestWatch {
  const tell: Told = (answered) => {
    for (const one of told) one(answered);
  };
  return {
    watched: (answer) => (request, response) => {
      const began = performance.now();
      const { url = '' } = request;
      const id = requestIdOf(request);
      const span = tracing?.begin(request, began);
      const record: RequestRecord = {
        id,
        route: null,
        viewer: null,
        statements: 0,
        statementMs: 0,
        resultSize: emptyResult(),
        span,
      };
      response.setHeader(REQUEST_ID, id);
      // 'close' also fires if the client disconnects early: that is work too.
      response.once('close', () => {
        const { route, viewer, statements, statementMs, resultSize } = record;
        const { statusCode: status, writableFinished: isWhole } = response;
        const ms = performance.now() - began;
        tell({
          ...{ request, url, id, route, viewer, statements, statementMs, resultSize, status, ms, isWhole },
          bytes: bytesOf(response),
        });
        span?.end(endOf(record, request, status));
      });
      during(record, () => answer(request, response));
    },
    kept({ request, id, route, status, bytes, began }) {
      const ms = performance.now() - began;
      const { url = '' } = request;
      const nothing = { viewer: null, statements: 0, statementMs: 0, resultSize: null };
      tell({ request, url, id, route, ...nothing, status, ms, bytes, isWhole: true });
      tracing?.begin(request, began).end(endOf({ id, route }, request, status));
    },
  };
}

/** Middleware that records the route pattern of the request. Skips preflights, which belong to no application. */
export const isFor =
  (route: string) =>
  ({ method }: IncomingMessage, _response: ServerResponse, next: () => void): void => {
    const record = currentRequest();
    if (record && method !== 'OPTIONS') record.route = route;
    next();
  };

/** Refines the route of the current request, if its usage is counted. */
export function askedFor(route: string): void {
  const record = currentRequest();
  if (record && record.route !== null) record.route = route;
}

/** Records the viewer of the current request. Returns the context. */
export function askedBy<Some extends { readonly viewer: RecordedViewer | null }>(context: Some): Some {
  const record = currentRequest();
  if (record) record.viewer = context.viewer;
  return context;
}

function bytesOf(response: ServerResponse): number {
  const isBodyless = response.req.method === 'HEAD' || response.statusCode === 304;
  return isBodyless ? 0 : Number(response.getHeader('Content-Length') ?? 0);
}

/** Returns name and attributes of the request span (OpenTelemetry semantic conventions). */
function endOf({ id, route }: Pick<RequestRecord, 'id' | 'route'>, { method = '' }: IncomingMessage, status: number) {
  // Extracts `/v2.1/languages` from `GET /v2.1/languages`, `/graphql` from `/graphql Languages`.
  const path = /\/\S*/.exec(route ?? '')?.[0];
  const attributes = {
    'http.request.method': method,
    'http.response.status_code': status,
    'lectern.request.id': id,
    ...(path !== undefined && { 'http.route': path }),
  };
  return { name: path === undefined ? method : `${method} ${path}`, attributes, failed: status >= 500 };
}

export const REQUEST_ID = 'X-Request-Id';

/** IDs that are safe unescaped in logs, headers and HTML. */
const HARMLESS = /^[A-Za-z0-9._-]{1,64}$/;

/** Returns the request ID of the client or a proxy if it is safe, otherwise a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && HARMLESS.test(given) ? given : randomUUID();
}
