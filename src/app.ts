import { expressMiddleware } from '@as-integrations/express5';
import express, { type Express, type Request, type RequestHandler } from 'express';
import { join } from 'node:path';
import { sentences as restSentences } from '../rest-facade/errors.js';
import {
  createFacade,
  exposedHeaders,
  resourceOf,
  serveFacade,
  storedOperations,
  writePreflight,
} from '../rest-facade/index.js';
import { createApollo } from '../schema/apollo.js';
import { describeFailure } from '../schema/errors.js';
import { createSchema } from '../schema/index.js';
import { limits } from '../schema/limits.js';
import { createStoredExecution } from '../schema/stored.js';
import { receiveUploads } from '../schema/uploads.js';
import type { Config } from './config.js';
import { bearerToken } from './auth.js';
import type { Context } from './context.js';
import { createContext, type ContextRequest } from './contexts.js';
import { readDate } from './domain/date/tolerant-date.js';
import { fail } from './errors.js';
import { refuseLargeBodies } from './http/body-size.js';
import { errorHandler } from './http/error-answers.js';
import { withStatus } from './http/graph-status.js';
import { lingerBriefly } from './http/linger.js';
import { originOf } from './http/origin.js';
import type { Orm } from './database/orm.js';
import { clientOf } from './http/client.js';
import { rateLimitHeaders } from './limits/headers.js';
import type { Logger } from './log.js';
import type { Outside } from './outside.js';
import { accountPages } from './pages/account-pages.js';
import type { Playground } from './playground.js';
import type { Run } from './reads/statement.js';
import type { Clock } from './time/clock.js';

export interface AppParts {
  readonly config: Config;
  /** Runs the statements that read. */
  readonly run: Run;
  /** For writes, on the same database. */
  readonly orm: Orm;
  readonly clock: Clock;
  readonly log: Logger;
  readonly outside: Pick<Outside, 'services' | 'limits' | 'tokenUse'>;
  /** Undefined: browsers get no playground. */
  readonly playground: Playground | undefined;
}

const YEAR_MS = 365 * 86_400_000;

/** Wires database, graph, facade and HTTP together; the only file that sees all three folders. */
export async function createApp(parts: AppParts): Promise<Express> {
  const { config, run, orm, clock, log, outside, playground } = parts;
  const sources = { run, em: orm.em, clock, ...outside, websiteUrl: config.websiteUrl, resourceOf };
  const contextOf = (request: ContextRequest) => createContext(sources, request);
  const clientOfRequest = ({ headers, socket }: Request) =>
    clientOf(headers, socket.remoteAddress, config.trustedProxies, config.proxyHeader);
  const originOfRequest = ({ headers }: Request) => originOf(headers.host, config);

  const schema = await createSchema();
  const apollo = await createApollo(schema, {
    introspection: config.introspection,
    onUnexpected: (error, requestId) => log.error({ err: error, requestId }, 'A GraphQL operation failed'),
  });
  const execute = createStoredExecution(schema, storedOperations, (error, requestId) =>
    log.error({ err: error, requestId }, 'A stored operation failed'),
  );
  const facade = createFacade(
    async (operation, variables, context: Context) => {
      const outcome = await execute(operation, variables, context);
      return { ...outcome, headers: rateLimitHeaders(context.limitStates) };
    },
    (token, origin, { express: request }) =>
      contextOf({ token, origin, client: clientOfRequest(request), maxPageSize: config.maxResults }),
    {
      websiteUrl: config.websiteUrl,
      maxResults: config.maxResults,
      socialTalkType: config.socialTalkType,
      legacySubmission: config.legacySubmission,
      isDate: (text) => readDate(text, 'UTC', clock.now()) !== null,
    },
  );

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(lingerBriefly);
  app.use('/images', images(config.dataDirectory));
  if (playground) app.use('/graphql', servePlayground(playground));
  app.all(
    '/graphql',
    crossOrigin,
    refuseLargeBodies,
    receiveUploads,
    express.json({ limit: '1mb' }),
    emptyBody,
    expressMiddleware(apollo, {
      context: ({ req }) =>
        withStatus(() => {
          const origin = originOfRequest(req);
          if (origin === null) throw fail('INVALID', 'HOST_UNKNOWN');
          const token = bearerToken(req.headers.authorization);
          return contextOf({ token, origin, client: clientOfRequest(req), maxPageSize: limits.pageSize });
        }),
    }),
    errorHandler(log, ({ code, reason }, requestId) => {
      const { message, extensions } = describeFailure({ code, problems: [{ reason }] });
      return { errors: [{ message, extensions: { ...extensions, requestId } }] };
    }),
  );
  if (config.websiteUrl === undefined) app.use(accountPages(config.productName));
  app.use(refuseLargeBodies, serveFacade(facade, originOfRequest));
  app.use(errorHandler(log, ({ reason }) => [restSentences[reason]]));
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

/** The playground's page for browsers, and its files. */
function servePlayground(playground: Playground): RequestHandler {
  return (request, response, next) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const wantsPage = request.path === '/' && acceptsHtml(request) && !request.query['query'];
    const file = wantsPage ? playground.page() : playground.asset(request.originalUrl.split('?')[0] ?? '');
    if (!file || !reads) {
      next();
      return;
    }
    const known = request.headers['if-none-match'] === file.headers['ETag'];
    response.writeHead(known ? 304 : 200, { ...file.headers, ...(!known && { 'Content-Length': file.body.length }) });
    response.end(known ? undefined : file.body);
  };
}

function acceptsHtml({ headers }: Request): boolean {
  return (headers.accept ?? '').includes('text/html');
}

/** Apollo wants to see that a body was looked for, also where there is none. */
const emptyBody: RequestHandler = (request, _response, next) => {
  request.body ??= {};
  next();
};

const crossOrigin: RequestHandler = (request, response, next) => {
  if (request.method === 'OPTIONS') {
    const { status, headers } = writePreflight('GET, POST, OPTIONS');
    response.writeHead(status, headers);
    response.end();
    return;
  }
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', exposedHeaders);
  response.vary('Accept, Authorization');
  next();
};
