import type { DocumentNode } from 'graphql';
import {
  patternsOfOperations,
  resourceOf,
  uriOf,
  storedOperations,
  wantsPage,
  createFacade,
  OPENAPI_PATH,
  openapi,
  type RestMatch,
  type RestRequest,
} from '../../../rest-facade/index.js';
import type { ContextSources } from '../../http/create-context.js';
import type { ExecuteStored } from '../../../schema/stored-operations.js';
import type { Config } from '../../config/config.js';
import type { RecordNames } from '../../core/webhooks/message.js';
import type { Clock } from '../../core/date/clock.js';
import { isPieces, writePieces } from '../../http/write-pieces.js';
import { refuseLargeBodies } from '../../http/request-body.js';
import type { Endpoint, Exchange } from '../../http/exchange.js';
import { serveFixedDocument } from '../../http/fixed-document.js';
import type { Connect, Connected, Served } from '../../http/rows/dispatch.js';
import { currentRequest } from '../../telemetry/request/request-record.js';

/** What an interface beside `/graphql` contributes to the service, which runs without it as well. */
export interface FacadeParts {
  /** Documents that `/graphql` executes by name. */
  readonly storedOperations: readonly DocumentNode[];
  /** Its routes by stored operation, for the playground. */
  readonly patternsOfOperations: Readonly<Record<string, readonly string[]>>;
  readonly resourceOf: ContextSources['resourceOf'];
  /** The URI of a record; null for types without one. */
  readonly uriOf: RecordNames['uriOf'];
  /** Whether to respond to `/` with the front page instead of data. */
  readonly wantsPage: (url: string, accept: string | undefined) => boolean;
  /** Serves the paths that no other row has. */
  readonly connected: (connect: Connect, parts: RestParts) => Connected;
  /** Documents beside its rows. */
  readonly documents: readonly Served[];
}

/** The v2.1 API. */
export const restFacade: FacadeParts = {
  storedOperations,
  patternsOfOperations,
  resourceOf,
  uriOf,
  wantsPage,
  connected: (connect, parts) => connect(createRestEndpoint(parts), refuseLargeBodies),
  documents: [
    {
      paths: [OPENAPI_PATH, `${OPENAPI_PATH}/`],
      handler: serveFixedDocument({ body: openapi, refusal: ['Method not supported'], vary: 'Accept-Encoding' }),
    },
  ],
};

/** Dependencies of the v2.1 endpoint. */
interface RestParts {
  readonly config: Config;
  readonly execute: ExecuteStored;
  readonly clock: Pick<Clock, 'now'>;
}

/** The facade's two functions as an endpoint: `match` and `respond`, which calls back `execute`. */
function createRestEndpoint({ config, execute, clock }: RestParts): Endpoint<RestMatch> {
  const facade = createFacade(config);
  return {
    credentials: 'first',
    maxPageSize: config.maxResults,
    match: ({ method, url }) => facade.match(method, url),
    async respond(exchange) {
      const { body, ...reply } = await facade.respond(
        exchange.match,
        restRequest(exchange, clock),
        async (operation, variables) => execute(operation, variables, await exchange.context()),
      );
      return isPieces(body) ? { ...reply, ...(await writePieces(body)) } : { ...reply, body };
    },
    render: (error, exchange) => facade.render(error, restRequest(exchange, clock), exchange.matched),
  };
}

function restRequest(
  { method, url, headers, origin, body, request }: Exchange<RestMatch>,
  clock: Pick<Clock, 'now'>,
): RestRequest {
  const { authorization, accept, 'content-type': contentType } = headers;
  return {
    ...{ method, url, authorization, accept, contentType, origin, body },
    requestId: currentRequest()?.id,
    now: clock.now(),
    stream: request,
  };
}
