import { getOperationAST, print, type DocumentNode, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import type { Context } from '../src/core/context.js';
import type { Reason } from '../src/core/errors.js';
import { currentRequest } from '../src/telemetry/request/request-record.js';
import { truncateMessage } from './truncate-message.js';
import { describeError } from './error-messages.js';
import type { ExecuteStored } from './stored-execution.js';
import { problemOfVariables, type Variables } from './variables.js';

/** A GraphQL response and its HTTP status. Mutations get 405, because GET is safe. */
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
        return {
          ...errorResponse('REQUEST_INVALID', 'This operation is a mutation: send its document with POST.'),
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
