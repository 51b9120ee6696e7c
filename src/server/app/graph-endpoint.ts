import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import { checkRequest } from '../../../schema/check-request.js';
import { byPersistedQuery, documentIdOf } from '../../../schema/document-id.js';
import { dropEmptyParameters } from '../../../schema/empty-parameters.js';
import { describeError } from '../../../schema/error-messages.js';
import { limits } from '../../../schema/limits.js';
import { piecesOf } from '../../../schema/json-writer.js';
import { receiveUploads } from '../../../schema/uploads.js';
import type { Reason } from '../../core/errors.js';
import { refuseLargeBodies } from '../../http/request-body.js';
import { HttpError, type HttpErrorData } from '../../http/http-error.js';
import { Exchange, type Endpoint } from '../../http/exchange.js';
import type { Match } from '../../http/match.js';
import { jsonReply, serveFixedDocument } from '../../http/fixed-document.js';
import { graphReply, withStatus } from '../../http/graph-reply.js';
import { jsonBody } from '../../http/json-body.js';
import { contentTypeFor, notAcceptable, responseTypeOf } from '../../http/response-type.js';
import type { Connect, Served } from '../../http/rows/dispatch.js';
import type { Requests } from '../../http/create-context.js';
import type { VenueFactor } from '../../adapters/limits/venues.js';
import type { Run } from '../../database/sql/statement.js';
import { operationRunner } from '../../http/subscriptions/run-operation.js';
import { createStreamServer, type StreamServer } from '../../http/subscriptions/serve-streams.js';
import type { StreamLimits } from '../../http/subscriptions/stream-limits.js';
import { wantsStream } from '../../http/subscriptions/stream-request.js';
import { createSubscriptions } from '../../http/subscriptions/subscriptions.js';
import type { ResultSizeLimit } from '../../core/reads/result-size-limit.js';
import type { UnsentBytes } from '../../http/unsent-bytes.js';
import type { Logger } from '../../telemetry/log/log.js';
import { writePieces } from '../../http/write-pieces.js';
import { isRead, type Reply } from '../../http/send.js';
import { OTHER } from '../../telemetry/metrics/metric-table.js';
import { currentRequest } from '../../telemetry/request/request-record.js';
import { DOCUMENTS_PATH, graphRoute, OPERATIONS_PATH, type Graph } from './graph.js';

/** Dependencies of the `/graphql` endpoint. */
interface GraphParts {
  readonly graph: Graph;
  readonly requests: Requests;
  readonly connect: Connect;
  /** The maximum page size of a stored operation. */
  readonly maxResults: number;
  /** Polls the event log on the primary. */
  readonly run: Run;
  readonly log: Logger;
  readonly streamLimits: StreamLimits;
  readonly unsent: UnsentBytes;
  /** As `requests`, without refusing callers who do not read. */
  readonly plainRequests: Requests;
  readonly releaseResult: ResultSizeLimit['onCompleted'];
  readonly venueFactor: VenueFactor;
}

/** A stored operation by name, with its variables as unparsed JSON. */
interface StoredMatch extends Match {
  readonly name: string;
  readonly variables: string;
}

const REFUSAL = { errors: [{ message: 'There is nothing to do here but to read: send GET.' }] };

/** As Express parses it. */
const queryOf = (url: string) => parse(url.split('?').slice(1).join('?'));
/** Whether a request is for a stored operation, or a CORS preflight. */
const isStored = (request: IncomingMessage): boolean =>
  request.method === 'OPTIONS' || (isRead(request) && Boolean(queryOf(request.url ?? '')['operation']));

/** Disables caching for ad-hoc operations, including errors that Apollo does not render. */
function noStore(_request: IncomingMessage, response: ServerResponse, next: () => void): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

/** The GraphQL endpoint. */
export interface GraphEndpoint {
  /** Stored operations by name, ad-hoc operations, and documents. */
  readonly served: readonly Served[];
  readonly streams: Pick<StreamServer, 'count' | 'stop'>;
}

export function createGraphEndpoint({
  graph,
  requests,
  connect,
  maxResults,
  run,
  log,
  streamLimits,
  venueFactor,
  unsent,
  plainRequests,
  releaseResult,
}: GraphParts): GraphEndpoint {
  const { handler: stored } = connect(storedEndpoint(graph, maxResults));
  const adHoc = adHocEndpoint(graph);
  const streams = createStreamServer({
    subscriptions: createSubscriptions(run, log),
    limits: streamLimits,
    venueFactor,
    documents: new Map(Object.entries(graph.named.documents)),
    ...{ originOf: requests.originOf, unsent, releaseResult },
    contextOf: (request) => new Exchange(request, adHoc, requests).context(false),
    contextOfRun: (request) => new Exchange(request, adHoc, plainRequests).context(false),
    runnerOf: (operation, contextOf) => {
      const request = byPersistedQuery(operation);
      return operationRunner(graph.adHoc.apollo, request, () => checkRequest(request), contextOf);
    },
  });
  const { handler } = connect(
    adHoc,
    (request, response, next) =>
      isStored(request) && !wantsStream(request) ? stored(request, response, next) : next(),
    ...[noStore, refuseLargeBodies, receiveUploads, jsonBody, dropEmptyParameters, streams.handle],
  );
  const documents = Object.fromEntries(Object.values(graph.named.documents).map((text) => [documentIdOf(text), text]));
  return {
    streams,
    served: [
      { paths: ['/graphql', '/graphql/'], handler },
      { paths: [DOCUMENTS_PATH], handler: serveFixedDocument({ body: documents, refusal: REFUSAL }) },
      { paths: [OPERATIONS_PATH], handler: serveFixedDocument({ body: graph.named.documents, refusal: REFUSAL }) },
    ],
  };
}

/** What all operations have in common: the operation identifies its caller, once it is valid. */
const common = {
  credentials: 'by operation' as const,
  unmatchedRoute: graphRoute(OTHER),
  render: ({ status, code, reason }: HttpErrorData, { request }: Pick<Exchange, 'request'>): Reply => {
    const { message, extensions } = describeError({ code, problems: [{ reason: reason as Reason }] });
    const requestId = currentRequest()?.id ?? '';
    const body = JSON.stringify({ errors: [{ message, extensions: { ...extensions, requestId } }] });
    return { status, headers: { 'Content-Type': contentTypeFor(request.headers) }, body };
  },
};

const policy = { login: 'optional', representations: [] as string[], idempotency: 'ignored', body: 'none' } as const;

/**
 * `GET /graphql?operation=<name>&variables=<JSON>`. Requires no header that triggers a CORS preflight (decisions
 * no. 64): stored operations are trusted documents, and `run` admits no mutations.
 */
const storedEndpoint = ({ named, policyOf }: Graph, maxPageSize: number): Endpoint<StoredMatch> => ({
  ...common,
  maxPageSize,
  match({ method, url, headers }) {
    if (method === 'OPTIONS') {
      return new HttpError(405, 'NOT_SUPPORTED', 'REQUEST_INVALID', { Allow: 'GET, POST, OPTIONS' });
    }
    if (responseTypeOf(headers) === null) return notAcceptable();
    const { operation, variables = '' } = queryOf(url);
    const [name, text] = [String(operation), String(variables)];
    return { ...policy, ...policyOf(name, text), name, variables: text };
  },
  async respond(exchange) {
    const { name, variables } = exchange.match;
    const found = await named.run(name, variables, () => exchange.context());
    // Errors contain the ID of their request.
    const uncacheable = Object.hasOwn(found.body, 'errors');
    if (exchange.match.maxRecords <= limits.pageSize) return { ...jsonReply(found, 'POST'), uncacheable };
    return { ...jsonReply({ ...found, body: {} }, 'POST'), uncacheable, ...(await writePieces(piecesOf(found.body))) };
  },
});

/** Operations whose document is in the request. */
const adHocEndpoint = ({ adHoc: { apollo, repeated } }: Graph): Endpoint<Match> => ({
  ...common,
  maxPageSize: limits.pageSize,
  // Before anything is executed: Apollo would decide afterwards, and hide the result of a mutation.
  match: ({ headers }) =>
    responseTypeOf(headers) === null
      ? notAcceptable()
      : { ...policy, route: graphRoute(OTHER), subject: null, cache: null, maxRecords: limits.pageSize },
  async respond(exchange) {
    const accept = responseTypeOf(exchange.headers) ?? undefined;
    const { method, url, headers, body } = byPersistedQuery(exchange.request);
    const request = { method, url, headers: { ...headers, accept }, body };
    const known = await repeated.respond(request, () => exchange.context(true));
    if (known) return known;
    return graphReply(apollo, request, () =>
      withStatus(() => {
        checkRequest(request);
        return exchange.context();
      }),
    );
  },
});
