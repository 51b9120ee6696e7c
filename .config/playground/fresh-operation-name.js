import { Kind, parse } from 'graphql';

/** The names of a text's operations, `undefined` for one without; null for a text that cannot be read: the graph says why. */
function operationNames(text) {
  try {
    const operations = parse(text).definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
    return operations.map(({ name }) => name?.value);
  } catch {
    return null;
  }
}

/**
 * What GraphiQL is about to send, with the name of an operation that is in its text.
 *
 * GraphiQL reads the name a moment after the text has changed; whoever runs it sooner would ask for the operation that
 * stood there before. The only operation of a text is the one that is meant; among several, the graph asks which.
 */
export function withFreshName(params) {
  const names = operationNames(params.query);
  if (names === null || names.includes(params.operationName)) return params;
  return { ...params, operationName: names.length === 1 ? names[0] : undefined };
}
