import { HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { IncomingMessage } from 'node:http';
import { DomainError } from '../core/errors.js';

/** Runs preparation for a GraphQL operation. Its failures end the request, so they need an HTTP status. */
export async function withStatus<Value>(prepare: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await prepare();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const http = error.code === 'UNAVAILABLE' ? { status: 503, headers: retrySoon() } : { status: 400 };
    throw new GraphQLError(error.message, { originalError: error, extensions: { http } });
  }
}

/** The same value as in v2.1. A new map each time, because Apollo adds its own headers to it. */
const retrySoon = (): HeaderMap => new HeaderMap([['retry-after', '2']]);

const ANSWER = 'application/graphql-response+json';

/** Negotiates the media type of responses that precede Apollo, with the same rules. */
export function answerType({ headers: { accept = '' } }: Pick<IncomingMessage, 'headers'>): string {
  return `${accept.includes(ANSWER) ? ANSWER : 'application/json'}; charset=utf-8`;
}
