/** Maximum length in characters: graphql-js quotes names and values from the request, up to a whole body. */
const MAX_MESSAGE_LENGTH = 500;

/** Truncates a graphql-js message about a document or variables for the response. */
export const truncateMessage = (message: string): string =>
  message.length <= MAX_MESSAGE_LENGTH ? message : `${message.slice(0, MAX_MESSAGE_LENGTH)}…`;
