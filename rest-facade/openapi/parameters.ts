import type { Graph } from './graph.js';
import { count, number, one, text, type JsonSchema } from './json-schema.js';
import { described, isRequired, type Members } from './member.js';

/** Every parameter that a path of the table names. */
const inPaths: Readonly<Record<string, { readonly schema: JsonSchema; readonly description: string }>> = {
  eventId: { schema: number, description: 'The number of the event.' },
  talkId: { schema: number, description: 'The number of the talk.' },
  trackId: { schema: number, description: 'The number of the track.' },
  linkId: { schema: number, description: 'The number of the link.' },
  userId: { schema: number, description: 'The number of the account.' },
  commentId: { schema: number, description: 'The number of the comment.' },
  tokenId: { schema: number, description: 'The number of the token, which is not the token itself.' },
  applicationId: { schema: number, description: 'The number of the application.' },
  languageId: { schema: number, description: 'The number of the language.' },
  typeId: { schema: number, description: 'The number of the talk type.' },
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

/** Parameters that many rows take (contract §1.2 to §1.6), by their names among the components. */
export const sharedParameters = {
  Format: parameter('format', one('json', 'html'), 'As data or as a page for people; without it `Accept` decides.'),
  Callback: parameter(
    'callback',
    { type: 'string', pattern: '^[A-Za-z_$][\\w$.]{0,127}$' },
    'A function that the answer is wrapped in, as a script (JSONP).',
  ),
  Verbose: parameter('verbose', one('yes', 'no'), 'With `yes` records tell more of themselves.'),
  Start: parameter('start', { ...count, default: 0 }, 'How many records to pass over.'),
  ResultsPerPage: parameter(
    'resultsperpage',
    { ...count, default: 20 },
    'How many records there are to be; `0`: all of them, up to what the service allows.',
  ),
} as const;

export const shared = (name: keyof typeof sharedParameters) => ({ $ref: `#/components/parameters/${name}` });

/** What `If-Match` and `If-None-Match` are about. */
export const conditions = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of what you have read at this path: write only if it is still that. Else the answer is 412.',
    schema: { type: 'string' },
  },
} as const;

/** By what a request is known again. */
export const repeats = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A text of your own, new for each request, such as a UUID: sent again with the same key within 24 hours, the request is not done twice but answered as before.',
    schema: { type: 'string', pattern: '^[ -~]{1,255}$' },
  },
} as const;

/** @param values what an example has in the path */
export function pathParameters(names: readonly string[], values: Readonly<Record<string, string>>) {
  return names.map((name) => {
    const known = inPaths[name];
    if (!known) throw new Error(`Nothing is known of the path parameter ${name}`);
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
