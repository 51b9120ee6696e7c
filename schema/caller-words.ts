/** Maximum length in characters: graphql-js quotes names and values from the request, up to a whole body. */
const LONGEST = 500;

/** Truncates a graphql-js message about a document or variables for the response. */
export const callerWords = (message: string): string =>
  message.length <= LONGEST ? message : `${message.slice(0, LONGEST)}…`;
