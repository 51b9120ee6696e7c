import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSchema, type GraphQLSchema } from 'graphql';

const FILE = fileURLToPath(new URL('../../../schema/schema.graphql', import.meta.url));

/** The published GraphQL schema. */
export const graphSchema: GraphQLSchema = buildSchema(readFileSync(FILE, 'utf8'));
