import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Viewer } from '../rules.js';
import type { Tracing } from '../traces/tracing.js';
import { noRows, type HeldRows } from './held-rows.js';
import { currentRequest, during, type RequestRecord } from './record.js';
import { REQUEST_ID, requestIdOf } from './request-id.js';

/** A request that is over. */
export interface AnsweredRequest extends Pick<RequestRecord, 'id' | 'route' | 'viewer' | 'statements' | 'statementMs'> {
  readonly request: IncomingMessage;
  /** Path and query as they came: Express changes those of the request on its way. */
  readonly url: string;
  /** Of HTTP. */
  readonly status: number;
  /** From the moment that its head was read until its answer was handed to the system. */
  readonly ms: number;
  /** Of the body that was sent. */
  readonly bytes: number;
  /** What it has read; null for what was answered from memory. */
  readonly rows: HeldRows | null;
  /** False where the client left before it had the whole answer. */
  readonly isWhole: boolean;
}

/** Told of every request when it is over. Must cost next to nothing. */
export type Told = (answered: AnsweredRequest) => void;

/** What has been answered from memory, without a record. */
export type KeptRequest = Pick<AnsweredRequest, 'request' | 'id' | 'route' | 'status' | 'bytes'> & {
  /** On the clock of `performance.now()`. */
  readonly began: number;
};

export interface RequestWatch {
  /** Keeps a record of each request while it is answered, and tells of it afterwards. */
  readonly watched: (answer: RequestListener) => RequestListener;
  readonly kept: (kept: KeptRequest) => void;
}

/** @param tracing undefined: nobody collects traces */
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
        rows: noRows(),
        span,
      };
      response.setHeader(REQUEST_ID, id);
      // Also where the client left before it had the whole answer: that is work too.
      response.once('close', () => {
        const { route, viewer, statements, statementMs, rows } = record;
        const { statusCode: status, writableFinished: isWhole } = response;
        const ms = performance.now() - began;
        tell({
          ...{ request, url, id, route, viewer, statements, statementMs, rows, status, ms, isWhole },
          bytes: bytesOf(response),
        });
        span?.end(endOf(record, request, status));
      });
      during(record, () => answer(request, response));
    },
    kept({ request, id, route, status, bytes, began }) {
      const ms = performance.now() - began;
      const { url = '' } = request;
      const nothing = { viewer: null, statements: 0, statementMs: 0, rows: null };
      tell({ request, url, id, route, ...nothing, status, ms, bytes, isWhole: true });
      tracing?.begin(request, began).end(endOf({ id, route }, request, status));
    },
  };
}

/** What the request is for, once that is known: a pattern out of a table of ours. Preflights are of no application. */
export const isFor =
  (route: string) =>
  ({ method }: IncomingMessage, _response: ServerResponse, next: () => void): void => {
    const record = currentRequest();
    if (record && method !== 'OPTIONS') record.route = route;
    next();
  };

/** Tells more exactly what the current request is for, where it is one whose use is counted. */
export function askedFor(route: string): void {
  const record = currentRequest();
  if (record && record.route !== null) record.route = route;
}

/** Tells who asks. Answers the context. */
export function askedBy<Some extends { readonly viewer: Viewer | null }>(context: Some): Some {
  const record = currentRequest();
  if (record) record.viewer = context.viewer;
  return context;
}

function bytesOf(response: ServerResponse): number {
  const isBodyless = response.req.method === 'HEAD' || response.statusCode === 304;
  return isBodyless ? 0 : Number(response.getHeader('Content-Length') ?? 0);
}

/** What traces tell of a request, in the words of OpenTelemetry's conventions. */
function endOf({ id, route }: Pick<RequestRecord, 'id' | 'route'>, { method = '' }: IncomingMessage, status: number) {
  // `/v2.1/languages` of `GET /v2.1/languages`, `/graphql` of `/graphql Languages`.
  const path = /\/\S*/.exec(route ?? '')?.[0];
  const attributes = {
    'http.request.method': method,
    'http.response.status_code': status,
    'lectern.request.id': id,
    ...(path !== undefined && { 'http.route': path }),
  };
  return { name: path === undefined ? method : `${method} ${path}`, attributes, failed: status >= 500 };
}
