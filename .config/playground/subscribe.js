import { getOperationAST, parse } from 'graphql';
import { createClient } from 'graphql-sse';
import { fetchWithToken } from './token.js';

/** Whether the selected operation is a subscription. */
export function isSubscription({ query, operationName }) {
  try {
    return getOperationAST(parse(query), operationName)?.operation === 'subscription';
  } catch {
    // The server reports the syntax error.
    return false;
  }
}

/** The messages of a subscription, until GraphiQL stops it. @param headers of the tab */
export const subscribe = ({ query, variables, operationName }, headers = {}) =>
  createClient({ url: '/graphql', fetchFn: fetchWithToken, headers }).iterate({ query, variables, operationName });
