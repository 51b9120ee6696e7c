import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  OperationTypeNode,
  print,
} from 'graphql';
import { memoize } from '../src/config/memoize.js';
import type { FairQueue } from '../src/core/common/fair-queue.js';
import type { Context } from '../src/core/context.js';
import type { Outcome, Reason } from '../src/core/errors.js';
import { currentRequest } from '../src/telemetry/request/request-record.js';
import { domainErrorOf, describeError } from './error-messages.js';
import { compileOperation, interpretOperation } from './execute.js';
import { createHugeResults } from './huge-results.js';
import { immediately, pace, turnOf } from './pacing.js';
import { truncateMessage } from './truncate-message.js';
import { problemOfVariables, type Variables } from './variables.js';

/** An outcome, and where it failed. */
export interface StoredResult extends Outcome {
  /** Response path of the failed field. */
  readonly path?: readonly (string | number)[] | undefined;
}

export type ExecuteStored = (
  operation: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  context: Context,
) => Promise<StoredResult>;

/**
 * Compiles each stored operation at its first request, which takes a few milliseconds. Compiling all of them eagerly
 * would take a tenth of the startup time. Tests validate them against the schema.
 *
 * @param queueOf in which the queries of all callers take turns
 * @param onUnexpected called for every internal error
 */
export function createStoredExecution(
  schema: GraphQLSchema,
  documents: readonly DocumentNode[],
  queueOf: FairQueue,
  onUnexpected: (error: unknown) => void,
): ExecuteStored {
  const stored = new Set(documents);
  const compiled = memoize((document: DocumentNode) => {
    if (!stored.has(document)) throw new Error('Not a stored operation');
    return compileOperation(schema, document);
  });
  const interpreted = memoize((document: DocumentNode) => interpretOperation(schema, document));
  const isQuery = memoize((document: DocumentNode) => getOperationAST(document)?.operation === OperationTypeNode.QUERY);
  const huge = createHugeResults();
  return async (document, variables, context) => {
    const key = huge.keyOf(document, variables);
    const isHuge = huge.has(key);
    if (isHuge) pace(context);
    // Even if its client leaves: other requests may wait for the same response.
    const inTurn = isHuge || !isQuery(document) ? immediately : turnOf(queueOf, context);
    const { data, errors } = await inTurn(() => (isHuge ? interpreted : compiled)(document).run(context, variables));
    huge.note(key);
    const error = errors?.[0];
    if (!error) return { data, failure: null };
    const { path } = error;
    const failure = domainErrorOf(error);
    if (failure) return { data: null, failure, path };
    onUnexpected(error.originalError ?? error);
    return { data: null, path, failure: { code: 'INTERNAL', problems: [{ reason: 'UNEXPECTED' }] } };
  };
}

/** A GraphQL response and its HTTP status. Mutations get 405, because GET is safe; so do subscriptions without a stream. */
export interface NamedResponse {
  readonly status: 200 | 400 | 405;
  readonly body: object;
}

/** Runs stored operations by name. */
export interface NamedOperations {
  /** Document texts by operation name, including fragments. */
  readonly documents: Readonly<Record<string, string>>;
  /**
   * Runs the stored query with this name.
   *
   * @param variables unparsed JSON
   * @param contextOf called only after name and variables are valid
   */
  run(name: string, variables: string, contextOf: () => Promise<Context>): Promise<NamedResponse>;
}

interface Operation {
  readonly document: DocumentNode;
  readonly definition: OperationDefinitionNode;
}

/** @param listedAt URL of `documents`, for the error message of an unknown name */
export function createNamedOperations(
  schema: GraphQLSchema,
  documents: readonly DocumentNode[],
  execute: ExecuteStored,
  listedAt: string,
): NamedOperations {
  const operations = new Map(documents.flatMap(namesOf));
  return {
    documents: Object.fromEntries([...operations].map(([name, { document }]) => [name, print(document)])),
    async run(name, text, contextOf) {
      const operation = operations.get(name);
      if (!operation)
        return errorResponse('DOCUMENT_UNKNOWN', `No stored operation has this name; ${listedAt} lists them.`);
      const { document, definition } = operation;
      if (definition.operation !== 'query') {
        const remedy =
          definition.operation === 'mutation' ? 'send its document with POST.' : 'send Accept: text/event-stream.';
        return {
          ...errorResponse('REQUEST_INVALID', `This operation is a ${definition.operation}: ${remedy}`),
          status: 405,
        };
      }
      const variables = parseObject(text);
      if (!variables) return errorResponse('VARIABLES_INVALID', 'The variables must be a JSON object.');
      const problem = problemOfVariables(schema, definition, variables);
      if (problem) return errorResponse('VARIABLES_INVALID', truncateMessage(problem.message));
      const context = await contextOf();
      const { data, failure, path } = await execute(document, variables, context);
      if (!failure) return { status: 200, body: { data } };
      const { message, extensions } = describeError(failure);
      const error = { message, ...(path && { path }), extensions: { ...extensions, requestId: context.requestId } };
      return { status: 200, body: { errors: [error], data: null } };
    },
  };
}

function namesOf(document: DocumentNode): [string, Operation][] {
  const definition = getOperationAST(document);
  return definition?.name ? [[definition.name.value, { document, definition }]] : [];
}

/** Parses a JSON object; an empty text is an empty object. Null if the text is anything else. */
function parseObject(text: string): Variables | null {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? (value as Variables | null) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function errorResponse(reason: Reason, message: string): NamedResponse {
  const extensions = { code: 'INVALID', problems: [{ reason }], requestId: currentRequest()?.id };
  return { status: 400, body: { errors: [{ message, extensions }] } };
}
