import { getVariableValues, GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { limits } from './limits.js';

/** Unvalidated JSON from the request. */
export type Variables = Readonly<Record<string, unknown>>;

/** The variables that the operation declares; all others are ignored. */
export function declaredOf({ variableDefinitions = [] }: OperationDefinitionNode, variables: Variables): Variables {
  return Object.fromEntries(
    variableDefinitions
      .map(({ variable }) => variable.name.value)
      .filter((name) => Object.hasOwn(variables, name))
      .map((name) => [name, variables[name]]),
  );
}

/** The first error in the variables of an operation; undefined if they are valid. */
export const problemOfVariables = (
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Variables,
): GraphQLError | undefined => problemOfSize(variables) ?? problemOfTypes(schema, operation, variables);

/** Checks size and depth first: later steps recurse into the variables and would overflow the stack. */
export function problemOfSize(variables: Variables): GraphQLError | undefined {
  const { depth, values } = limits.variables;
  if (!isLarger(variables)) return undefined;
  return new GraphQLError(`The variables exceed ${values} values or a nesting depth of ${depth}.`);
}

/**
 * Checks the types of variables that have passed {@link problemOfSize}.
 *
 * @param suggests whether errors may suggest names from the schema; the search takes time proportional to the input
 */
export function problemOfTypes(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Variables,
  suggests = false,
): GraphQLError | undefined {
  const options = { maxErrors: 1, hideSuggestions: !suggests };
  const check = (given: Variables) => getVariableValues(schema, variableDefinitions, given, options).errors?.[0];
  // Checks truncated texts first: an error mostly concerns the start of a long text, but its message quotes all of it.
  return (holdsLongText(variables) ? check(truncateTexts(variables) as Variables) : undefined) ?? check(variables);
}

/** Traverses breadth-first, and stops as soon as a limit is exceeded. */
function isLarger(variables: Variables): boolean {
  let level: readonly object[] = [variables];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limits.variables.depth) return true;
    const below: object[] = [];
    for (const container of level) {
      const held: readonly unknown[] = Array.isArray(container) ? container : Object.values(container);
      values += held.length;
      if (values > limits.variables.values) return true;
      below.push(...held.filter(isContainer));
    }
    level = below;
  }
  return false;
}

/** Whether the value is a JSON array or object; false for an uploaded file. */
function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

/** Maximum length of quoted texts in characters: far above any value except free text. */
const MAX_QUOTED_LENGTH = 1_000;

/** Whether a value contains a text of over 1 000 characters. Its depth must be limited. */
export function holdsLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > MAX_QUOTED_LENGTH;
  return isContainer(value) && Object.values(value).some(holdsLongText);
}

/** Copies the value with long texts truncated. */
function truncateTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, MAX_QUOTED_LENGTH);
  if (Array.isArray(value)) return value.map(truncateTexts);
  if (!isContainer(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, truncateTexts(held)]));
}
