import type { Express, Request } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { exposedHeaders, keepableOperation, variesBy, writePreflight } from '../../../rest-facade/index.js';
import { checkRequest } from '../../../schema/check-request.js';
import { describeError } from '../../../schema/error-messages.js';
import { limits } from '../../../schema/limits.js';
import { receiveUploads } from '../../../schema/uploads.js';
import type { KeptAnswers } from '../../http/cache/keep-answers.js';
import { refuseLargeBodies } from '../../http/body-size.js';
import { crossOrigin } from '../../http/cross-origin.js';
import { errorHandler, type Faults } from '../../http/error-answers.js';
import { answerGraph } from '../../http/graph-answers.js';
import { answerType, withStatus } from '../../http/graph-status.js';
import { jsonBody } from '../../http/json-body.js';
import { answerAlways, answerNamedOperations, OPERATIONS_PATH } from '../../http/named-operations.js';
import { refineRoute, recordRoute } from '../../telemetry/request/track-requests.js';
import type { Requests } from '../../http/requests.js';
import { OTHER } from '../../telemetry/metrics/metric-table.js';
import { graphRoute, type Graph } from './graph.js';

/** Dependencies of the `/graphql` endpoint. */
interface GraphDoor {
  readonly graph: Graph;
  readonly graphContext: Requests['graphContext'];
  readonly kept: Pick<KeptAnswers, 'keep'>;
  /** Cache key of an anonymous GET; empty for a rejected request. */
  readonly keyOf: (request: IncomingMessage) => string;
  /** The maximum page size of a stored operation. */
  readonly maxResults: number;
  readonly faults: Faults;
}

const headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposedHeaders,
  Vary: variesBy,
};

/** Disables caching for ad-hoc operations, including errors that Apollo does not render. */
function noStore(_request: IncomingMessage, response: ServerResponse, next: () => void): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

/** Mounts the GraphQL endpoint: stored operations by name, and ad-hoc operations. */
export function hangGraph(app: Express, { graph, graphContext, kept, keyOf, maxResults, faults }: GraphDoor): void {
  const { apollo, named } = graph;
  app.all(OPERATIONS_PATH, crossOrigin(headers, writePreflight('GET, HEAD, OPTIONS')), answerAlways(named.documents));
  app.all(
    '/graphql',
    crossOrigin(headers, writePreflight('GET, POST, OPTIONS')),
    recordRoute(graphRoute(OTHER)),
    answerNamedOperations({
      headers,
      run: (name, variables, request: Request) =>
        named.run(name, variables, async () => graphContext(request, maxResults)),
      keep: ({ name, variables, request }, compute) => {
        const route = graphRoute(name);
        refineRoute(route);
        const key = request.headers.authorization === undefined ? keyOf(request) : '';
        const about = keepableOperation(name, variables);
        return key && about ? kept.keep({ key, route, ...about }, compute) : compute();
      },
    }),
    noStore,
    refuseLargeBodies,
    receiveUploads,
    jsonBody,
    answerGraph(apollo, (request: Request) =>
      withStatus(() => {
        checkRequest(request);
        return graphContext(request, limits.pageSize);
      }),
    ),
    errorHandler(faults, ({ code, reason }, requestId, request) => {
      const { message, extensions } = describeError({ code, problems: [{ reason }] });
      const body = JSON.stringify({ errors: [{ message, extensions: { ...extensions, requestId } }] });
      return { headers: { 'Content-Type': answerType(request) }, body };
    }),
  );
}
