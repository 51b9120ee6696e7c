import {
  coerceInputValue,
  getNullableType,
  getVariableValues,
  GraphQLError,
  isInputObjectType,
  isInputType,
  isLeafType,
  isListType,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
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
 * Checks the types of variables that have passed {@link problemOfSize}. The message never repeats a value, which may be
 * a password, because clients log and report messages.
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
  // Checks truncated texts first: an error mostly concerns the start of a long text, but graphql-js quotes all of it.
  const given = holdsLongText(variables) ? (truncateTexts(variables) as Variables) : variables;
  const problem = check(given) ?? (given === variables ? undefined : check(variables));
  // A variable that is absent or null, whose message has no value.
  if (!problem?.originalError) return problem;
  for (const { variable, type } of variableDefinitions) {
    const [name, inputType] = [variable.name.value, typeFromAST(schema, type)];
    const reason = isInputType(inputType) ? problemOfValue(name, given[name], inputType, !suggests) : null;
    if (reason !== null) return new GraphQLError(reason, { nodes: problem.nodes ?? null });
  }
  return new GraphQLError('A variable has an invalid value.', { nodes: problem.nodes ?? null });
}

/** Null if the value is valid. */
function problemOfValue(name: string, value: unknown, type: GraphQLInputType, hideSuggestions: boolean): string | null {
  let reason: string | null = null;
  if (value === undefined) return reason;
  const report = (path: readonly (string | number)[], invalid: unknown, { message }: GraphQLError): void => {
    const expected = typeAt(type, path);
    // The messages of scalars and enums quote the value; all others consist of names.
    const text = isLeafType(expected) && invalid !== null ? `Expected type "${expected.name}".` : message;
    const place = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
    reason ??= `Variable "$${name}" has an invalid value${place && ` at "${name}${place}"`}: ${text}`;
  };
  coerceInputValue(value, type, report, hideSuggestions);
  return reason;
}

/** The type at a path below an input type. */
function typeAt(type: GraphQLInputType, path: readonly (string | number)[]): GraphQLInputType {
  const here = getNullableType(type);
  const [key, ...rest] = path;
  if (isInputObjectType(here) && typeof key === 'string') {
    const field = here.getFields()[key];
    if (field) return typeAt(field.type, rest);
  }
  // A single value is a list of one.
  if (isListType(here)) return typeAt(here.ofType, typeof key === 'number' ? rest : path);
  return here;
}

/** Converts valid variables to the values that resolvers receive, with those that are omitted but have a default. */
export const coerce = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Variables,
): Variables => getVariableValues(schema, variableDefinitions, variables).coerced ?? {};

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
export function isContainer(value: unknown): value is object {
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
