import type { ApolloServerPlugin } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Context } from '../src/context.js';
import type { Reason } from '../src/errors.js';
import { currentRequest } from '../src/request/record.js';
import { callerWords } from './caller-words.js';
import { describeFailure, failureOf } from './errors.js';

/** Who is told of what went wrong. */
export interface Reports {
  /** Told of everything that went wrong on our side. */
  readonly onUnexpected: (error: unknown) => void;
  /** Told of each reason for which something was refused. */
  readonly onRefusal: (reason: Reason) => void;
}

/** What Apollo itself refuses, in the words of our closed unions. */
const refusals: Readonly<Record<string, Reason>> = {
  [ApolloServerErrorCode.GRAPHQL_PARSE_FAILED]: 'DOCUMENT_UNREADABLE',
  [ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED]: 'DOCUMENT_INVALID',
  [ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE]: 'DOCUMENT_INVALID',
  [ApolloServerErrorCode.BAD_USER_INPUT]: 'VARIABLES_INVALID',
  [ApolloServerErrorCode.BAD_REQUEST]: 'REQUEST_INVALID',
  [ApolloServerErrorCode.PERSISTED_QUERY_NOT_FOUND]: 'DOCUMENT_UNKNOWN',
  [ApolloServerErrorCode.PERSISTED_QUERY_NOT_SUPPORTED]: 'DOCUMENT_UNKNOWN',
};

/** What a refusal of Apollo or of the executor means; undefined for the core's own errors and for faults of ours. */
function refusalOf(error: unknown): Reason | undefined {
  const code = error instanceof GraphQLError ? String(error.extensions['code']) : '';
  return refusals[code] ?? (isCoercionError(error) ? 'VARIABLES_INVALID' : undefined);
}

const FORGERY = 'This operation has been blocked as a potential Cross-Site Request Forgery';
/** Apollo's sentence about requests that any page could have sent names neither of our ways. */
const ownWords = (message: string): string =>
  message.startsWith(FORGERY)
    ? 'Send a POST with JSON, name a stored operation (?operation=…), or send the header apollo-require-preflight.'
    : callerWords(message);

/** Every error as graph.md has it; what was not meant to be said becomes a fixed sentence. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { locations, path } = formatted;
  const place = { ...(locations && { locations }), ...(path && { path }) };
  const reason = refusalOf(error);
  const failure =
    failureOf(error) ??
    (reason
      ? { code: 'INVALID' as const, problems: [{ reason }] }
      : { code: 'INTERNAL' as const, problems: [{ reason: 'UNEXPECTED' as const }] });
  const { message, extensions } = describeFailure(failure);
  return {
    ...place,
    message: reason ? ownWords(formatted.message) : message,
    extensions: { ...extensions, requestId: currentRequest()?.id },
  };
}

/** Tells of what a caller may not or cannot do, and of faults of ours. */
export function reportingPlugin({ onUnexpected, onRefusal }: Reports): ApolloServerPlugin<Context> {
  const report = (error: unknown) => {
    const refusal = refusalOf(error);
    const problems = failureOf(error)?.problems ?? (refusal && [{ reason: refusal }]);
    if (problems) return problems.forEach(({ reason }) => onRefusal(reason));
    onUnexpected(error instanceof GraphQLError ? (error.originalError ?? error) : error);
  };
  return {
    contextCreationDidFail: ({ error }) => Promise.resolve(report(error)),
    unexpectedErrorProcessingRequest: ({ error }) => Promise.resolve(report(error)),
    requestDidStart: () =>
      Promise.resolve({
        didEncounterErrors({ errors }) {
          for (const error of errors) report(error);
          return Promise.resolve();
        },
      }),
  };
}

/** The executor refuses variables before any field runs, so these errors have neither a path nor a cause. */
function isCoercionError(error: unknown): boolean {
  return error instanceof GraphQLError && error.originalError === undefined && error.path === undefined;
}
