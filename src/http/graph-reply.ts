import { HeaderMap, type ApolloServer, type BaseContext, type HTTPGraphQLRequest } from '@apollo/server';
import type { IncomingMessage } from 'node:http';
import type { Reply } from './send.js';
import { GraphQLError } from 'graphql';
import { DomainError } from '../core/errors.js';
import { HttpError } from './http-error.js';

type Request = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { readonly body?: unknown };

type Written = readonly Buffer[] | HttpError;
const bodies = new WeakMap<HTTPGraphQLRequest, Written>();

/** Sets the serialized body of a response, which replaces Apollo's own; or the error that replaces the response. */
export const setBody = (request: HTTPGraphQLRequest, body: Written): void => void bodies.set(request, body);

/**
 * Executes a parsed request with Apollo. Apollo's HTTP headers have lower-case names, and its responses must not be
 * stored.
 */
export async function graphReply<Context extends BaseContext>(
  apollo: ApolloServer<Context>,
  request: Request,
  contextOf: () => Promise<Context>,
): Promise<Reply> {
  const { method = '', url = '', body = {} } = request;
  const httpGraphQLRequest = { method, headers: headersOf(request), search: searchOf(url), body };
  const {
    status,
    headers,
    body: written,
  } = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest,
    context: contextOf,
  });
  if (written.kind !== 'complete') throw new TypeError('Incremental delivery is not supported');
  const set = bodies.get(httpGraphQLRequest) ?? written.string;
  if (set instanceof HttpError) throw set;
  headers.delete('cache-control');
  return {
    status: status ?? 200,
    headers: { ...Object.fromEntries(headers), 'Cache-Control': 'no-store' },
    body: set,
  };
}

function headersOf({ headers }: Request): HeaderMap {
  const all = new HeaderMap();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) all.set(name, typeof value === 'string' ? value : value.join(', '));
  }
  return all;
}

/** The query string with its question mark; empty without one. */
function searchOf(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at);
}

/** Runs preparation for a GraphQL operation. Its failures end the request, so they need an HTTP status. */
export async function withStatus<Value>(prepare: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await prepare();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const http =
      error.code === 'UNAVAILABLE' ? { status: 503, headers: retryAfter(error.details.retryAfter) } : { status: 400 };
    throw new GraphQLError(error.message, { originalError: error, extensions: { http } });
  }
}

/** By default as in v2.1. A new map each time, because Apollo adds its own headers to it. */
const retryAfter = (seconds = 2): HeaderMap => new HeaderMap([['retry-after', String(seconds)]]);
