import { HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { IncomingMessage } from 'node:http';
import { DomainError } from '../errors.js';

/** Runs what comes before a GraphQL operation; its failures end the request, so they need a status of HTTP. */
export async function withStatus<Value>(prepare: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await prepare();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const http = error.code === 'UNAVAILABLE' ? { status: 503, headers: retrySoon() } : { status: 400 };
    throw new GraphQLError(error.message, { originalError: error, extensions: { http } });
  }
}

/** As v2.1 says it. Apollo adds its own headers to the map. */
const retrySoon = (): HeaderMap => new HeaderMap([['retry-after', '2']]);

const ANSWER = 'application/graphql-response+json';

/** The media type of what is answered before Apollo looks at a request, which chooses in the same way. */
export function answerType({ headers: { accept = '' } }: Pick<IncomingMessage, 'headers'>): string {
  return `${accept.includes(ANSWER) ? ANSWER : 'application/json'}; charset=utf-8`;
}
