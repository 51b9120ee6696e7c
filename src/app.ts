import { expressMiddleware } from '@as-integrations/express5';
import express, { type Express, type Request, type RequestHandler } from 'express';
import { join } from 'node:path';
import {
  createFacade,
  exposedHeaders,
  problemOfDeprecations,
  resourceOf,
  serveFacade,
  storedNames,
  storedOperations,
  writeFault,
  writePreflight,
} from '../rest-facade/index.js';
import { createApollo } from '../schema/apollo.js';
import { describeFailure } from '../schema/errors.js';
import { createSchema } from '../schema/index.js';
import { limits } from '../schema/limits.js';
import { createNamedOperations } from '../schema/named-operations.js';
import { createStoredExecution } from '../schema/stored.js';
import { receiveUploads } from '../schema/uploads.js';
import type { Config } from './config.js';
import { keepAnswers } from './answers/keep-answers.js';
import { bearerToken } from './auth.js';
import type { Context } from './context.js';
import { createContext, type ContextRequest } from './contexts.js';
import { readDate } from './domain/date/tolerant-date.js';
import { fail } from './errors.js';
import { refuseLargeBodies } from './http/body-size.js';
import { errorHandler } from './http/error-answers.js';
import { withStatus } from './http/graph-status.js';
import { lingerBriefly } from './http/linger.js';
import { answerAlways, answerNamedOperations, OPERATIONS_PATH } from './http/named-operations.js';
import { originOf } from './http/origin.js';
import { send } from './http/send.js';
import { servePlayground } from './http/serve-playground.js';
import type { Orm } from './database/orm.js';
import { clientOf } from './http/client.js';
import { rateLimitHeaders } from './limits/headers.js';
import type { Logger } from './log.js';
import { OperatorError } from './operator-error.js';
import type { Outside } from './outside.js';
import { accountPages } from './pages/account-pages.js';
import type { Playground } from './playground.js';
import type { Run } from './reads/statement.js';
import type { Clock } from './time/clock.js';
import { OTHER } from './usage/route-use.js';
import { watchUses } from './usage/watch-uses.js';

export interface AppParts {
  readonly config: Config;
  /** Runs the statements that read. */
  readonly run: Run;
  /** For writes, on the same database. */
  readonly orm: Orm;
  readonly clock: Clock;
  readonly log: Logger;
  readonly outside: Pick<Outside, 'services' | 'limits' | 'tokenUse' | 'routeUse'>;
  /** Undefined: browsers get no playground. */
  readonly playground: Playground | undefined;
}

const YEAR_MS = 365 * 86_400_000;

/**
 * To be called before anything is opened.
 *
 * @throws OperatorError when the configuration names routes that there are not
 */
export function checkRoutes({ deprecations }: Config): void {
  const problem = problemOfDeprecations(deprecations);
  if (problem === null) return;
  throw new OperatorError(`Lectern cannot start with this configuration: DEPRECATED_ROUTES: ${problem}.`);
}

/** As what a request to the graph is counted: what callers write themselves is not told apart. */
const graphRoute = (name: string): string => `/graphql ${storedNames.has(name) ? name : OTHER}`;

/** Wires database, graph, facade and HTTP together; the only file that sees all three folders. */
export async function createApp(parts: AppParts): Promise<Express> {
  const { config, run, orm, clock, log, outside, playground } = parts;
  const sources = { run, em: orm.em, clock, ...outside, websiteUrl: config.websiteUrl, resourceOf };
  const uses = watchUses(outside.routeUse, clock);
  const contextOf = async (request: Request, asked: Omit<ContextRequest, 'client'>) => {
    const { headers, socket } = request;
    const client = clientOf(headers, socket.remoteAddress, config.trustedProxies, config.proxyHeader);
    return uses.askedBy(request, await createContext(sources, { ...asked, client }));
  };
  const originOfRequest = ({ headers }: Pick<Request, 'headers'>) => originOf(headers.host, config);
  const graphContext = (request: Request, maxPageSize: number) => {
    const origin = originOfRequest(request);
    if (origin === null) throw fail('INVALID', 'HOST_UNKNOWN');
    return contextOf(request, { token: bearerToken(request.headers.authorization), origin, maxPageSize });
  };

  const schema = await createSchema();
  const apollo = await createApollo(schema, {
    introspection: config.introspection,
    onUnexpected: (error, requestId) => log.error({ err: error, requestId }, 'A GraphQL operation failed'),
    onOperation: (name, { reads }) => uses.askedFor(reads, graphRoute(name)),
  });
  const execute = createStoredExecution(schema, storedOperations, (error, requestId) =>
    log.error({ err: error, requestId }, 'A stored operation failed'),
  );
  const named = createNamedOperations(schema, storedOperations, execute, OPERATIONS_PATH);
  const facade = createFacade(
    async (operation, variables, context: Context) => {
      const outcome = await execute(operation, variables, context);
      return { ...outcome, headers: rateLimitHeaders(context.limitStates) };
    },
    (token, origin, { express: request }) => contextOf(request, { token, origin, maxPageSize: config.maxResults }),
    {
      productName: config.productName,
      websiteUrl: config.websiteUrl,
      maxResults: config.maxResults,
      socialTalkType: config.socialTalkType,
      legacySubmission: config.legacySubmission,
      isDate: (text) => readDate(text, 'UTC', clock.now()) !== null,
      deprecations: config.deprecations,
    },
    ({ express: request }, pattern) => uses.askedFor(request, pattern),
    keepAnswers({ run, clock, megabytes: config.answerCacheMegabytes }),
  );

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(lingerBriefly);
  app.use('/images', images(config.dataDirectory));
  if (playground) app.use('/graphql', servePlayground(playground));
  app.all(OPERATIONS_PATH, crossOrigin('GET, HEAD, OPTIONS'), answerAlways(named.documents));
  app.all(
    '/graphql',
    crossOrigin('GET, POST, OPTIONS'),
    uses.watch(graphRoute(OTHER)),
    answerNamedOperations((name, variables, request: Request) => {
      uses.askedFor(request, graphRoute(name));
      return named.run(name, variables, async () => graphContext(request, config.maxResults));
    }),
    refuseLargeBodies,
    receiveUploads,
    express.json({ limit: '1mb' }),
    emptyBody,
    expressMiddleware(apollo, {
      context: ({ req }) => withStatus(() => graphContext(req, limits.pageSize)),
    }),
    errorHandler(log, ({ code, reason }, requestId) => {
      const { message, extensions } = describeFailure({ code, problems: [{ reason }] });
      const body = JSON.stringify({ errors: [{ message, extensions: { ...extensions, requestId } }] });
      return { headers: { 'Content-Type': 'application/json; charset=utf-8' }, body };
    }),
  );
  if (config.websiteUrl === undefined) app.use(accountPages(config.productName));
  app.use(uses.watch(OTHER), refuseLargeBodies, serveFacade(facade, originOfRequest, send));
  app.use(
    errorHandler(log, (answer, _, { method = '', url = '', headers }) => {
      const asked = { method, url, accept: headers.accept, origin: originOfRequest({ headers }) };
      return writeFault({ ...asked, productName: config.productName }, answer);
    }),
  );
  return app;
}

/** Uploaded and generated images. Their names change with their content, so they may be kept for ever. */
function images(dataDirectory: string): RequestHandler {
  return express.static(join(dataDirectory, 'images'), {
    immutable: true,
    maxAge: YEAR_MS,
    index: false,
    redirect: false,
    setHeaders: (response) => {
      response.setHeader('X-Content-Type-Options', 'nosniff');
      response.setHeader('Content-Disposition', 'inline');
      response.setHeader('Access-Control-Allow-Origin', '*');
    },
  });
}

/** Apollo wants to see that a body was looked for, also where there is none. */
const emptyBody: RequestHandler = (request, _response, next) => {
  request.body ??= {};
  next();
};

/** @param allow the methods of the path */
const crossOrigin =
  (allow: string): RequestHandler =>
  (request, response, next) => {
    if (request.method === 'OPTIONS') {
      const { status, headers } = writePreflight(allow);
      response.writeHead(status, headers);
      response.end();
      return;
    }
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', exposedHeaders);
    response.vary('Accept, Authorization');
    next();
  };
