import { getOperationAST, print, type DocumentNode, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import type { Context } from '../src/context.js';
import type { Reason } from '../src/errors.js';
import { currentRequest } from '../src/request/record.js';
import { callerWords } from './caller-words.js';
import { describeFailure } from './errors.js';
import type { ExecuteStored } from './stored.js';
import { problemOfVariables, type Variables } from './variables.js';

/** A GraphQL response, and its status over HTTP: 405 is for operations that write. */
export interface NamedAnswer {
  readonly status: 200 | 400 | 405;
  readonly body: object;
}

/** Stored operations as callers reach them: by their names. */
export interface NamedOperations {
  /** The text of every one by its name, with its fragments. */
  readonly documents: Readonly<Record<string, string>>;
  /**
   * Runs the query of that name.
   *
   * @param variables JSON, as it came
   * @param contextOf is asked when it is certain that there is something to run
   */
  run(name: string, variables: string, contextOf: () => Promise<Context>): Promise<NamedAnswer>;
}

interface Operation {
  readonly document: DocumentNode;
  readonly definition: OperationDefinitionNode;
}

/** @param listedAt where callers find `documents`: who names none of them is told */
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
      if (!operation) return refused('DOCUMENT_UNKNOWN', `No stored operation has this name; ${listedAt} lists them.`);
      const { document, definition } = operation;
      if (definition.operation !== 'query') {
        return { ...refused('REQUEST_INVALID', 'This operation writes: send its document with POST.'), status: 405 };
      }
      const variables = objectOf(text);
      if (!variables) return refused('VARIABLES_INVALID', 'The variables must be a JSON object.');
      const problem = problemOfVariables(schema, definition, variables);
      if (problem) return refused('VARIABLES_INVALID', callerWords(problem.message));
      const context = await contextOf();
      const { data, failure, path } = await execute(document, variables, context);
      if (!failure) return { status: 200, body: { data } };
      const { message, extensions } = describeFailure(failure);
      const error = { message, ...(path && { path }), extensions: { ...extensions, requestId: context.requestId } };
      return { status: 200, body: { errors: [error], data: null } };
    },
  };
}

function namesOf(document: DocumentNode): [string, Operation][] {
  const definition = getOperationAST(document);
  return definition?.name ? [[definition.name.value, { document, definition }]] : [];
}

/** The object that the text is in JSON, an empty one for no text; null for anything else. */
function objectOf(text: string): Variables | null {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? (value as Variables | null) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function refused(reason: Reason, message: string): NamedAnswer {
  const extensions = { code: 'INVALID', problems: [{ reason }], requestId: currentRequest()?.id };
  return { status: 400, body: { errors: [{ message, extensions }] } };
}
