import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError } from 'graphql';
import type { IncomingMessage } from 'node:http';
import { problemOfDocumentId } from './document-id.js';
import { limits } from './limits.js';

type Request = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { readonly body?: unknown };

/**
 * Rejects a cross-site form (CSRF), and before parsing a document that is slow to parse or validate despite the token
 * limit.
 *
 * @throws GraphQLError
 */
export function checkRequest(request: Request): void {
  const { method, headers } = request;
  if (method === 'POST' && isMultipart(headers) && !headers['apollo-require-preflight']) {
    // Browsers send multipart forms to other origins without a preflight.
    throw badRequest(
      'A multipart request requires the header apollo-require-preflight.',
      ApolloServerErrorCode.BAD_REQUEST,
    );
  }
  const problem = problemOfDocumentId(request);
  if (problem !== null) throw badRequest(problem, ApolloServerErrorCode.BAD_REQUEST);
  const query = textOf(request);
  if (typeof query === 'string') checkDocumentText(query);
}

export const isMultipart = ({ 'content-type': type = '' }: IncomingMessage['headers']): boolean =>
  /^multipart\/form-data\b/i.test(type);

/** Parses the query string as Apollo does: different parsers may extract different documents. */
function textOf({ method, url = '', body }: Request): unknown {
  if (method !== 'GET') return (Object(body) as { readonly query?: unknown }).query;
  const at = url.indexOf('?');
  return at === -1 ? null : new URLSearchParams(url.slice(at)).get('query');
}

function checkDocumentText(query: string): void {
  if (query.length > limits.characters) {
    throw badRequest(`The document exceeds ${limits.characters} characters. Pass long values as variables.`);
  }
  // A CRLF counts twice.
  const terminators = query.split('\n').length + query.split('\r').length - 2;
  if (terminators > limits.lineTerminators) throw badRequest(`The document exceeds ${limits.lineTerminators} lines.`);
  // Also counts dots in comments and strings.
  const spreads = query.split('...').length - 1;
  if (spreads > limits.spreads) throw badRequest(`The document exceeds ${limits.spreads} fragment spreads.`);
}

const badRequest = (message: string, code = ApolloServerErrorCode.GRAPHQL_PARSE_FAILED): GraphQLError =>
  new GraphQLError(message, { extensions: { code, http: { status: 400 } } });
