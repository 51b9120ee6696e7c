/** Sentences of graphql-js repeat names and values that a caller wrote, which may be as long as a whole body. */
const LONGEST = 500;

/** What graphql-js says of a document or of variables, as callers are told it. */
export const callerWords = (message: string): string =>
  message.length <= LONGEST ? message : `${message.slice(0, LONGEST)}…`;
