/**
 * A typical project: Apollo Server over Express, a resolver per field, and MikroORM's `em.find`, which hydrates
 * entities. It uses the same type definitions as Lectern and executes the same operations.
 */
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import express from 'express';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { listen, told } from './listen.js';
import { entities } from './typical/entities.js';
import { createResolvers } from './typical/resolvers.js';

const arguments_ = told();
const { connectionString, connections, applicationName } = arguments_;
const orm = await MikroORM.init({
  dbName: decodeURIComponent(new URL(connectionString).pathname.slice(1)),
  entities,
  pool: { min: 0, max: connections },
  driverOptions: { connectionString, application_name: applicationName },
  forceUtcTimezone: true,
  ensureDatabase: false,
});

const apollo = new ApolloServer<{ em: EntityManager }>({
  typeDefs: readFileSync('schema/schema.graphql', 'utf8'),
  resolvers: createResolvers(arguments_.origin),
  stopOnTerminationSignals: false,
});
await apollo.start();
const app = express();
app.use('/graphql', express.json(), expressMiddleware(apollo, { context: async () => ({ em: orm.em.fork() }) }));
listen(createServer(app), arguments_, () => orm.close());
