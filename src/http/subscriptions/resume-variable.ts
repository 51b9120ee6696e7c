import { getOperationAST, Kind, parse, visit, type DocumentNode, type OperationDefinitionNode } from 'graphql';

/** Longer documents are not searched. */
const MAX_LENGTH = 16 * 1024;
const MAX_TOKENS = 2_000;

/**
 * The variable that passes only the position after which a subscription resumes; null if there is none, or it is used
 * elsewhere as well. Clients that differ only in its value have the same later messages, so they share a group.
 */
export function resumeVariable(query: unknown, operationName: unknown): string | null {
  const document = typeof query === 'string' ? parsed(query) : null;
  const operation = document && getOperationAST(document, typeof operationName === 'string' ? operationName : null);
  if (!document || operation?.operation !== 'subscription') return null;
  const [field] = operation.selectionSet.selections;
  if (field?.kind !== Kind.FIELD) return null;
  const value = field.arguments?.find(({ name }) => name.value === 'after')?.value;
  if (value?.kind !== Kind.VARIABLE) return null;
  const name = value.name.value;
  return isOptional(operation, name) && usesOf(document, name) === 1 ? name : null;
}

/** Whether null means that the variable is absent: neither its type nor a default value forbids it. */
function isOptional({ variableDefinitions = [] }: OperationDefinitionNode, name: string): boolean {
  const definition = variableDefinitions.find(({ variable }) => variable.name.value === name);
  return definition?.type.kind === Kind.NAMED_TYPE && definition.defaultValue === undefined;
}

function parsed(query: string): DocumentNode | null {
  if (query.length > MAX_LENGTH) return null;
  try {
    return parse(query, { noLocation: true, maxTokens: MAX_TOKENS });
  } catch {
    // Its execution reports the error.
    return null;
  }
}

/** Uses of a variable, without its definition. */
function usesOf(document: DocumentNode, variable: string): number {
  let uses = 0;
  visit(document, {
    VariableDefinition: () => false,
    Variable({ name }) {
      if (name.value === variable) uses += 1;
    },
  });
  return uses;
}
