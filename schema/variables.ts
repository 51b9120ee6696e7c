import { getVariableValues, GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { limits } from './limits.js';

/** JSON, as it came. */
export type Variables = Readonly<Record<string, unknown>>;

/** Those of the variables that an operation declares: others are never looked at. */
export function declaredOf({ variableDefinitions = [] }: OperationDefinitionNode, variables: Variables): Variables {
  return Object.fromEntries(
    variableDefinitions
      .map(({ variable }) => variable.name.value)
      .filter((name) => Object.hasOwn(variables, name))
      .map((name) => [name, variables[name]]),
  );
}

/** What is wrong with the variables of an operation, first of all; undefined when they fit it. */
export const problemOfVariables = (
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Variables,
): GraphQLError | undefined => problemOfSize(variables) ?? problemOfTypes(schema, operation, variables);

/** Whatever reads them afterwards goes as deep as they do, and would find no more room on the stack. */
export function problemOfSize(variables: Variables): GraphQLError | undefined {
  const { depth, values } = limits.variables;
  if (!isLarger(variables)) return undefined;
  return new GraphQLError(`The variables have more than ${values} values, or are nested more than ${depth} deep.`);
}

/**
 * Of variables that have passed {@link problemOfSize}.
 *
 * @param suggests whether it may name what the schema has instead: the search for that goes through what was sent
 */
export function problemOfTypes(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Variables,
  suggests = false,
): GraphQLError | undefined {
  const options = { maxErrors: 1, hideSuggestions: !suggests };
  const check = (given: Variables) => getVariableValues(schema, variableDefinitions, given, options).errors?.[0];
  // What is wrong with a long text is mostly wrong with its beginning, and is said by repeating all of it.
  return (holdsLongText(variables) ? check(beginnings(variables) as Variables) : undefined) ?? check(variables);
}

/** Looks at each level once, and stops where it is too much. */
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

/** Lists and objects of JSON; not the file of an upload. */
function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

/** Far longer than any value but a free text. */
const LONGEST = 1_000;

function holdsLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > LONGEST;
  return isContainer(value) && Object.values(value).some(holdsLongText);
}

/** The same with long texts cut. */
function beginnings(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, LONGEST);
  if (Array.isArray(value)) return value.map(beginnings);
  if (!isContainer(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, beginnings(held)]));
}
