import { patternOf, type Row } from '../route.js';
import { routes } from '../routes/index.js';
import type { Examples } from './examples.js';
import type { Graph } from './graph.js';
import { operationOf } from './operation-object.js';
import { sharedParameters, conditions, repeats } from './parameters.js';
import { failureResponses, sharedHeaders } from './responses.js';
import { schemasOf } from './schemas.js';
import { tags } from './tags.js';

const INTRODUCTION = `The HTTP+JSON API v2.1 of a service for conference feedback.

Every answer holds a list that is named for its records, then \`meta\`. Members that end in \`_uri\` lead on: follow them
rather than put addresses together. Lists take \`start\` and \`resultsperpage\`; follow \`meta.next_page\` until it is missing.

Bodies are JSON objects, forms (\`application/x-www-form-urlencoded\`) of the same members, or, for images, multipart forms. An
error is a list with one sentence, or, with \`Accept: application/problem+json\`, a problem document.

Every operation is answered by a stored operation of the GraphQL schema at \`/graphql\`, which stands beside it.`;

/**
 * The description of v2.1 as OpenAPI 3.1, made of the table of routes, of the declarations beside this file, and of what the
 * graph says of its fields.
 *
 * @throws Error when a row is not described, something is described that is no row, or the graph has no such field
 */
export function createDocument(graph: Graph, examples: Examples, version: string): object {
  const described = new Map(
    tags.flatMap(({ name, operations }) =>
      Object.entries(operations).map(([pattern, operation]) => [pattern, { tag: name, operation }] as const),
    ),
  );
  const paths: Record<string, Record<string, object>> = {};
  for (const row of routes) {
    const pattern = patternOf(row);
    const found = described.get(pattern);
    if (!found) throw new Error(`${pattern} is described in none of rest-facade/openapi/operations`);
    described.delete(pattern);
    const operation = operationOf(row, found.operation, found.tag, graph, examples[pattern]);
    paths[pathOf(row)] = { ...paths[pathOf(row)], [row.method.toLowerCase()]: operation };
  }
  const [unknown] = described.keys();
  if (unknown !== undefined) throw new Error(`${unknown} is described in rest-facade/openapi/operations, but no row`);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lectern v2.1',
      version,
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Whoever runs this service: `POST /v2.1/contact`' },
    },
    servers: [{ url: '/', description: 'The service that you have this from.' }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An access token: `POST /v2.1/token` gives one.' },
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
