import { expressMiddleware } from '@as-integrations/express5';
import express, { type Request, type RequestHandler } from 'express';
import type { IncomingMessage, RequestListener } from 'node:http';
import { join } from 'node:path';
import {
  createFacade,
  exposedHeaders,
  keepableOperation,
  keyOf,
  problemOfDeprecations,
  resourceOf,
  serveFacade,
  storedNames,
  storedOperations,
  variesBy,
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
import type { Context } from './context.js';
import { readDate } from './domain/date/tolerant-date.js';
import { refuseLargeBodies } from './http/body-size.js';
import { crossOrigin } from './http/cross-origin.js';
import { emptyBody } from './http/empty-body.js';
import { errorHandler } from './http/error-answers.js';
import { withStatus } from './http/graph-status.js';
import { keptFirst } from './http/kept-first.js';
import { lingerBriefly } from './http/linger.js';
import { answerAlways, answerNamedOperations, OPERATIONS_PATH } from './http/named-operations.js';
import { send } from './http/send.js';
import { servePlayground } from './http/serve-playground.js';
import { poolOf, type Orm } from './database/orm.js';
import { createTransact } from './database/transact.js';
import { rateLimitHeaders } from './limits/headers.js';
import type { Logger } from './log.js';
import { OperatorError } from './operator-error.js';
import type { Outside } from './outside.js';
import { accountPages } from './pages/account-pages.js';
import type { Playground } from './playground.js';
import type { Run } from './reads/statement.js';
import { createRequests } from './requests.js';
import type { Clock } from './time/clock.js';
import { OTHER } from './usage/route-use.js';
import { watchUses } from './usage/watch-uses.js';

export interface AppParts {
  readonly config: Config;
  /** Runs the statements that read. */
  readonly run: Run;
  /** Runs the looks at what has been committed: best on a connection of their own, so that they wait for nothing else. */
  readonly look: Run;
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

const graphHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposedHeaders,
  Vary: variesBy,
};

/** Wires database, graph, facade and HTTP together; the only file that sees all three folders. */
export async function createApp(parts: AppParts): Promise<RequestListener> {
  const { config, run, look, orm, clock, log, outside, playground } = parts;
  const transact = createTransact(await poolOf(orm), config.database);
  const sources = { run, em: orm.em, transact, clock, ...outside, websiteUrl: config.websiteUrl, resourceOf };
  const uses = watchUses(outside.routeUse, clock);
  const { originOf, contextOf, graphContext } = createRequests(config, sources, uses);
  /** Empty for a request that is refused. */
  const keyOfRequest = (request: IncomingMessage) => {
    const { headers, url = '' } = request;
    const origin = originOf(request);
    return origin === null ? '' : keyOf({ url, origin, accept: headers.accept });
  };

  const kept = keepAnswers({ run, look, clock, megabytes: config.answerCacheMegabytes, cdnMaxAge: config.cdnMaxAge });
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
    kept.keep,
    kept.conditions,
  );

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(lingerBriefly);
  app.use('/images', images(config.dataDirectory));
  if (playground) app.use('/graphql', servePlayground(playground));
  app.all(
    OPERATIONS_PATH,
    crossOrigin(graphHeaders, writePreflight('GET, HEAD, OPTIONS')),
    answerAlways(named.documents),
  );
  app.all(
    '/graphql',
    crossOrigin(graphHeaders, writePreflight('GET, POST, OPTIONS')),
    uses.watch(graphRoute(OTHER)),
    answerNamedOperations({
      headers: graphHeaders,
      run: (name, variables, request: Request) =>
        named.run(name, variables, async () => graphContext(request, config.maxResults)),
      keep: ({ name, variables, request }, compute) => {
        const route = graphRoute(name);
        uses.askedFor(request, route);
        const key = request.headers.authorization === undefined ? keyOfRequest(request) : '';
        const about = keepableOperation(name, variables);
        return key && about ? kept.keep({ key, route, ...about }, compute) : compute();
      },
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
  app.use(uses.watch(OTHER), refuseLargeBodies, serveFacade(facade, originOf, send));
  app.use(
    errorHandler(log, (answer, _, { method = '', url = '', headers }) => {
      const asked = { method, url, accept: headers.accept, origin: originOf({ headers }) };
      return writeFault({ ...asked, productName: config.productName }, answer);
    }),
  );
  return keptFirst((request) => kept.find(keyOfRequest(request)), uses.answered, app);
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
