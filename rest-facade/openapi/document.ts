import { patternOf } from '../../src/http/rows/router.js';
import { tags, type Row } from '../table/route.js';
import { routes } from '../nouns/routes.js';
import type { Graph } from '../table/graph.js';
import type { Examples } from './example.js';
import { operationOf } from './operation-object.js';
import { sharedParameters, conditions, repeats } from './parameters.js';
import { failureResponses, sharedHeaders } from './responses.js';
import { schemasOf } from './schemas.js';

const INTRODUCTION = `The HTTP+JSON API v2.1 of a service for conference feedback.

Most responses contain a list that is named after its records, and \`meta\`. Members that end in \`_uri\` are links:
follow them instead of constructing URLs. Lists accept \`start\` and \`resultsperpage\`; follow \`meta.next_page\` until
it is absent.

Request bodies are JSON objects, URL-encoded forms (\`application/x-www-form-urlencoded\`) with the same members, or,
for images, multipart forms. An error is an array with one message, or, with \`Accept: application/problem+json\`, a
problem document.

Every operation executes a stored GraphQL operation, whose text is shown with it and which can be run at \`/graphql\`.`;

/**
 * Generates the OpenAPI 3.1 document of v2.1 from the table of routes and the field descriptions of the GraphQL
 * schema.
 *
 * @throws Error if a row has no operation ID, or a field is missing in the GraphQL schema
 */
export function createDocument(graph: Graph, examples: Examples, version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const row of routes) {
    const operation = operationOf(row, graph, examples[patternOf(row)]);
    paths[pathOf(row)] = { ...paths[pathOf(row)], [row.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lectern v2.1',
      version,
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this service: `POST /v2.1/contact`' },
    },
    servers: [{ url: '/', description: 'The service that publishes this document.' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An access token, issued by `POST /v2.1/token`.' },
      },
      parameters: { ...sharedParameters, ...conditions, ...repeats },
      headers: sharedHeaders,
      responses: failureResponses,
      schemas: schemasOf(graph),
    },
  };
}

/** `/v2.1/events/{eventId}` */
const pathOf = ({ path }: Row): string => path.replaceAll(/:(\w+)/g, '{$1}');
