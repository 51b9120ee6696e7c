import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError } from 'graphql';
import { limits } from './limits.js';

/**
 * Refuses a document that is long to read or to validate within its tokens, before it is parsed.
 *
 * @param body of a request, as it came
 * @throws GraphQLError
 */
export function checkDocumentText(body: unknown): void {
  const { query } = Object(body) as { readonly query?: unknown };
  if (typeof query !== 'string') return;
  if (query.length > limits.characters) {
    throw refused(`The document has more than ${limits.characters} characters. Its variables may hold more.`);
  }
  // Those in its comments and texts count too.
  const spreads = query.split('...').length - 1;
  if (spreads > limits.spreads) throw refused(`The document has more than ${limits.spreads} spreads of fragments.`);
}

const refused = (message: string): GraphQLError =>
  new GraphQLError(message, {
    extensions: { code: ApolloServerErrorCode.GRAPHQL_PARSE_FAILED, http: { status: 400 } },
  });
