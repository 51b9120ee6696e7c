/**
 * sofa-api: REST generated from Lectern's schema. It returns whole types, so each operation gets a schema that is
 * reduced to its selected fields: `/EventTalks/event/7?event_talks_limit=50`. The resolvers are those of the service.
 */
import type { GraphQLSchema } from 'graphql';
import { createServer, type RequestListener } from 'node:http';
import { createSchema } from '../../schema/index.js';
import { createContext, type ContextSources } from '../../src/http/create-context.js';
import { createRun } from '../../src/core/transaction/run.js';
import { Clock } from '../../src/core/date/clock.js';
import { operations } from '../operations.js';
import { installed } from './installed.js';
import { listen, told } from './listen.js';
import { openPool } from './pool.js';
import { selectedPart } from './sofa/selected-part.js';

interface SofaOptions {
  readonly basePath: string;
  readonly schema: GraphQLSchema;
  readonly context: () => unknown;
}
const { useSofa } = await installed<{ useSofa(options: SofaOptions): RequestListener }>('sofa-api');

const arguments_ = told();
const pool = openPool(arguments_);
// Anonymous reads use no other sources of a context.
const sources = { run: createRun(pool, { prepared: true }), clock: new Clock() } as ContextSources;
const client = { address: '127.0.0.1', userAgent: null };
const context = () => createContext(sources, { token: null, client, origin: arguments_.origin, maxPageSize: 100 });

const schema = await createSchema();
const routes = new Map<string, RequestListener>();
for (const { name, document, verbose } of operations) {
  const part = await selectedPart(schema, document, { verbose });
  routes.set(name, useSofa({ basePath: `/${name}`, schema: part, context }));
}

const server = createServer((request, response) => {
  const sofa = routes.get(request.url?.split('/', 2)[1] ?? '');
  if (sofa) return sofa(request, response);
  response.writeHead(404).end();
});
listen(server, arguments_, () => pool.end());
