import { nameOf } from '../serve/alternate.js';
import { sentences, statuses as statusOfCode } from '../wire/errors.js';
import { isConditional, takesKey } from '../serve/match.js';
import type { Row } from '../table/route.js';
import type { Graph } from '../table/graph.js';
import type { Example } from './example.js';
import { address } from '../wire/json-schema.js';
import type { SuccessResponse } from '../table/replies.js';
import { objectOfInputs, type Members } from '../table/described-member.js';
import { pathParameters, queryParameters, shared } from './parameters.js';
import { failuresOf, forms, headersNamed, type OwnWords } from './responses.js';

const FORM = 'application/x-www-form-urlencoded';
/** Statuses of every operation: malformed requests, rate limits, internal errors and unavailability. */
const always = [400, 429, 500, 503];
const refused = [400, 500, 501];
/** Statuses of all writes: any of them may send a body. */
const ofBodies = { multipart: [413], other: [413, 415] };

/** GraphQL returns null where v2.1 responds with an error. */
const inHttpTerms = (description: string): string =>
  description
    .replace(/Returns null if (it[^.]*)\./, 'Responds with 404 if $1.')
    .replace('; null with an error otherwise', '; 403 otherwise');

/** Converts a row to an OpenAPI operation. */
export function operationOf(row: Row, graph: Graph, example: Example | undefined): object {
  const { documentation } = row;
  const responses = row.answer?.reply.responses ?? [];
  const stored = row.answer?.operation;
  const name = documentation.id ?? (stored && nameOf(stored));
  if (name === undefined) throw new Error(`${row.path} has no stored operation: declare an id`);
  const described = stored && graph.subjectOf(stored).description;
  const description =
    documentation.description ?? (described && inHttpTerms(described)) ?? 'Not supported: always responds with 501.';
  const needsLogin = row.answer?.login !== undefined || documentation.needsLogin;
  return {
    operationId: name,
    tags: [documentation.tag],
    summary: documentation.summary,
    description,
    parameters: parametersOf(row, graph, example),
    ...(documentation.body && { requestBody: bodyOf(row, documentation.body, graph, example) }),
    responses: {
      ...Object.fromEntries(responses.map((one) => [String(one.status), responseOf(row, one, example)])),
      ...(reads(row) && responses.some(({ status }) => status === 200) && { 304: notModified }),
      ...failuresOf([...failuresFor(row, description), ...(documentation.statuses ?? [])], sentencesOf(row)),
    },
    security: [...(needsLogin ? [] : [{}]), { bearer: [] }],
    ...(stored && {
      'x-graphql': {
        operation: nameOf(stored),
        text: graph.print(stored),
        playground: example?.graph ?? `/graphql?operation=${nameOf(stored)}`,
      },
    }),
  };
}

const reads = ({ method }: Row): boolean => method === 'GET';
const namesIn = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? []);
const notModified = {
  description: 'Not modified: `If-None-Match` matches the `ETag`.',
  headers: headersNamed('ETag', 'X-Request-Id'),
};

function parametersOf(row: Row, graph: Graph, example?: Example): object[] {
  const { query = {} } = row.documentation;
  const isVerbose = row.answer?.operation.definitions.some(
    (one) => 'operation' in one && one.variableDefinitions?.some(({ variable }) => variable.name.value === 'verbose'),
  );
  return [
    ...pathParameters(namesIn(row.path), example?.params ?? {}),
    ...queryParameters(query, graph),
    ...(row.answer?.reply.responses.some(({ isPaged }) => isPaged) ? [shared('Start'), shared('ResultsPerPage')] : []),
    ...(isVerbose ? [shared('Verbose')] : []),
    ...(reads(row) ? [shared('Format'), shared('Callback')] : []),
    ...(isConditional(row) ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ...(takesKey(row) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

function bodyOf({ answer }: Row, body: Members, graph: Graph, example?: Example): object {
  const schema = objectOfInputs(body, graph);
  const said = example?.body === undefined ? {} : { example: example.body };
  const content = answer?.multipart
    ? { 'multipart/form-data': { schema } }
    : { 'application/json': { schema, ...said }, [FORM]: { schema, ...said } };
  return { required: true, content };
}

function responseOf(
  row: Row,
  { status, description, schema, location, contentLocation }: SuccessResponse,
  example?: Example,
) {
  const isExample = example?.status === status;
  const at = isExample && example.location !== undefined ? { example: example.location } : {};
  return {
    description,
    headers: {
      ...(location !== undefined && { Location: { description: location, schema: address, ...at } }),
      ...(contentLocation !== undefined && { 'Content-Location': { description: contentLocation, schema: address } }),
      ...(reads(row) && status === 200 && headersNamed('ETag', 'Link')),
      ...(takesKey(row) && headersNamed('Idempotency-Replayed')),
      ...headersNamed('Deprecation', 'Sunset', 'X-Request-Id'),
    },
    ...(schema && {
      content: forms(
        { schema, ...(isExample && example.answer !== undefined && { example: example.answer }) },
        reads(row),
      ),
    }),
  };
}

/** Message of a 404 response, by the first parameter of the path. */
const missing: Readonly<Record<string, string>> = {
  eventId: sentences.EVENT_UNKNOWN,
  talkId: sentences.TALK_UNKNOWN,
  trackId: sentences.TRACK_UNKNOWN,
  commentId: sentences.COMMENT_UNKNOWN,
  userId: sentences.USER_UNKNOWN,
  tokenId: sentences.TOKEN_UNKNOWN,
  applicationId: sentences.APPLICATION_UNKNOWN,
};

/** Example messages of a row that override the shared ones, by status. */
function sentencesOf(row: Row): OwnWords {
  const { answer, path } = row;
  const [, required] =
    Object.entries(answer?.sentences ?? {}).find(
      ([reason, sentence]) => reason.startsWith('FIELD_REQUIRED') && !sentence?.includes('{'),
    ) ?? [];
  return {
    400: required ?? (reads(row) ? sentences.AUTHORIZATION_UNREADABLE : 'The request body is not valid JSON'),
    401: answer?.login ?? answer?.sentences?.LOGIN_REQUIRED,
    404: missing[namesIn(path)[0] ?? ''],
  };
}

/** Error statuses of a row: derived from the row itself and from the error codes in the GraphQL description. */
function failuresFor(row: Row, description: string): number[] {
  if (!row.answer) return refused;
  const codes = Object.entries(statusOfCode).filter(([code]) => new RegExp(`\\b${code}\\b`).test(description));
  return [
    ...always,
    ...codes.map(([, status]) => status),
    ...(row.answer.login === undefined && row.answer.sentences?.LOGIN_REQUIRED === undefined ? [] : [401]),
    ...(row.path.includes(':') ? [404] : []),
    ...(reads(row) ? [] : ofBodies[row.answer.multipart ? 'multipart' : 'other']),
    ...(isConditional(row) ? [412] : []),
    ...(takesKey(row) ? [409, 422] : []),
  ];
}
