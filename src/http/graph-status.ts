import { GraphQLError } from 'graphql';
import { DomainError } from '../errors.js';

/** Runs what comes before a GraphQL operation; its failures end the request, so they need a status of HTTP. */
export async function withStatus<Value>(prepare: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await prepare();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const status = error.code === 'UNAVAILABLE' ? 503 : 400;
    throw new GraphQLError(error.message, { originalError: error, extensions: { http: { status } } });
  }
}
