import { Kind, parse } from 'graphql';

/**
 * The names of a text's operations, `undefined` for an anonymous one; null on a syntax error, which the server reports.
 */
function operationNames(text) {
  try {
    const operations = parse(text).definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
    return operations.map(({ name }) => name?.value);
  } catch {
    return null;
  }
}

/**
 * Returns the request of GraphiQL with the name of an operation that its text contains.
 *
 * GraphiQL updates the name shortly after the text has changed; a faster user would run the previous name. If the text
 * has one operation, that is used; among several, the server reports the ambiguity.
 */
export function withFreshName(params) {
  const names = operationNames(params.query);
  if (names === null || names.includes(params.operationName)) return params;
  return { ...params, operationName: names.length === 1 ? names[0] : undefined };
}
