/** Sentences of graphql-js repeat names and values that a caller wrote, which may be as long as a whole body. */
const LONGEST = 500;
const SUGGESTION = / ?Did you mean .*\?$/s;
/** No list of suggestions is longer: the search for one does not go through what a caller wrote. */
const LONGEST_SUGGESTION = 500;

/**
 * What graphql-js says of a document or of variables, as callers are told it.
 *
 * @param suggests whether it may name what the schema has instead of what was asked for
 */
export function callerWords(message: string, suggests: boolean): string {
  const told = suggests ? message : withoutSuggestion(message);
  return told.length <= LONGEST ? told : `${told.slice(0, LONGEST)}…`;
}

function withoutSuggestion(message: string): string {
  const end = Math.max(0, message.length - LONGEST_SUGGESTION);
  return message.slice(0, end) + message.slice(end).replace(SUGGESTION, '');
}
