import type { Graph } from '../table/graph.js';
import { count, number, one, text, type JsonSchema } from '../wire/json-schema.js';
import { described, isRequired, type Members } from '../table/described-member.js';

/** All path parameters of the table. */
const inPaths: Readonly<Record<string, { readonly schema: JsonSchema; readonly description: string }>> = {
  eventId: { schema: number, description: 'Event ID.' },
  talkId: { schema: number, description: 'Talk ID.' },
  trackId: { schema: number, description: 'Track ID.' },
  linkId: { schema: number, description: 'Link ID.' },
  userId: { schema: number, description: 'User ID.' },
  commentId: { schema: number, description: 'Comment ID.' },
  tokenId: { schema: number, description: 'Token ID, not the secret token.' },
  applicationId: { schema: number, description: 'Application ID.' },
  languageId: { schema: number, description: 'Language ID.' },
  typeId: { schema: number, description: 'Talk type ID.' },
  slug: { schema: text, description: '`url_friendly_name` of the event.' },
  stub: { schema: text, description: '`stub` of the event or the talk.' },
  username: { schema: text, description: '`username` of the user.' },
};

const parameter = (name: string, schema: JsonSchema, description: string) => ({
  name,
  in: 'query',
  description,
  schema,
});

/** Shared query parameters (contract §1.2 to §1.6), by component name. */
export const sharedParameters = {
  Format: parameter('format', one('json', 'html'), 'Response format; overrides `Accept`.'),
  Callback: parameter(
    'callback',
    { type: 'string', pattern: '^[A-Za-z_$][\\w$.]{0,127}$' },
    'JavaScript function to call with the response (JSONP).',
  ),
  Verbose: parameter('verbose', one('yes', 'no'), '`yes` includes additional members in records.'),
  Start: parameter('start', { ...count, default: 0 }, 'Number of records to skip.'),
  ResultsPerPage: parameter(
    'resultsperpage',
    { ...count, default: 20 },
    'Page size; `0` returns all records, up to the limit of the service.',
  ),
} as const;

export const shared = (name: keyof typeof sharedParameters) => ({ $ref: `#/components/parameters/${name}` });

/** Header parameters of conditional writes. */
export const conditions = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of a previous response at this path. The write succeeds only if it is still current; otherwise 412.',
    schema: { type: 'string' },
  },
} as const;

/** Header parameters of idempotent requests. */
export const repeats = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A unique key of the request, such as a UUID. A retry with the same key within 24 hours is not executed again; it returns the first response.',
    schema: { type: 'string', pattern: '^[ -~]{1,255}$' },
  },
} as const;

/** @param values path parameters of an example */
export function pathParameters(names: readonly string[], values: Readonly<Record<string, string>>) {
  return names.map((name) => {
    const known = inPaths[name];
    if (!known) throw new Error(`Undeclared path parameter ${name}`);
    const value = values[name];
    const example = known.schema === number ? Number(value) : value;
    return { name, in: 'path', required: true, ...known, ...(value !== undefined && { example }) };
  });
}

export function queryParameters(members: Members, graph: Graph) {
  return Object.entries(members).map(([name, member]) => {
    const { description, ...schema } = described(member, graph, true);
    return { name, in: 'query', ...(isRequired(member, graph) && { required: true }), description, schema };
  });
}
