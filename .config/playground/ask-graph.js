import { currentToken } from './token.js';

/**
 * Sends a query of the playground itself.
 *
 * @param given a token in place of the current one
 * @throws Error with the message of the first GraphQL error
 */
export async function askGraph(query, variables = {}, given = undefined) {
  const token = given ?? (await currentToken());
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token !== '' && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(errors[0].message);
  return data;
}
