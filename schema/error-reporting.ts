import type { ApolloServerPlugin } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Context } from '../src/core/context.js';
import type { Reason } from '../src/core/errors.js';
import { currentRequest } from '../src/telemetry/request/request-record.js';
import { describeError, domainErrorOf, persistedQueryCodes } from './error-messages.js';
import { truncateMessage } from './truncate-message.js';
import { UNTRUSTED_DOCUMENT } from './trusted-documents.js';
import { unquoted } from './unquoted.js';

/** Listeners for failed requests. */
export interface ErrorListeners {
  /** Called for every internal error. */
  readonly onUnexpected: (error: unknown) => void;
  /** Called once for each reason of an expected error. */
  readonly onDomainError: (reason: Reason) => void;
}

/** Maps Apollo's error codes to reasons of the closed union. */
const reasonsByCode: Readonly<Record<string, Reason>> = {
  [ApolloServerErrorCode.GRAPHQL_PARSE_FAILED]: 'DOCUMENT_UNREADABLE',
  [ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED]: 'DOCUMENT_INVALID',
  [ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE]: 'DOCUMENT_INVALID',
  [ApolloServerErrorCode.BAD_USER_INPUT]: 'VARIABLES_INVALID',
  [ApolloServerErrorCode.BAD_REQUEST]: 'REQUEST_INVALID',
  [UNTRUSTED_DOCUMENT]: 'DOCUMENT_UNKNOWN',
  [ApolloServerErrorCode.PERSISTED_QUERY_NOT_FOUND]: 'DOCUMENT_UNKNOWN',
  [ApolloServerErrorCode.PERSISTED_QUERY_NOT_SUPPORTED]: 'DOCUMENT_UNKNOWN',
};

/** The reason of an error raised by Apollo or the executor; undefined for domain errors and internal errors. */
function reasonOf(error: unknown): Reason | undefined {
  const code = error instanceof GraphQLError ? String(error.extensions['code']) : '';
  return reasonsByCode[code] ?? (isCoercionError(error) ? 'VARIABLES_INVALID' : undefined);
}

/** Whether a request can cause this error: not a defect or a fault of the service. */
export const isExpected = (error: unknown): boolean => domainErrorOf(error) !== null || reasonOf(error) !== undefined;

/** Codes of the automatic persisted queries protocol. Its clients compare them, so they pass through unchanged. */
const protocolCodes: ReadonlySet<unknown> = new Set(persistedQueryCodes);

/** Formats every error (decisions no. 7). Unexpected errors get a fixed message, so that no internals leak. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { locations, path } = formatted;
  const place = { ...(locations && { locations }), ...(path && { path }) };
  const reason = reasonOf(error);
  const described =
    domainErrorOf(error) ??
    (reason
      ? { code: 'INVALID' as const, problems: [{ reason }] }
      : { code: 'INTERNAL' as const, problems: [{ reason: 'UNEXPECTED' as const }] });
  const { message, extensions } = describeError(described);
  const code = formatted.extensions?.['code'];
  return {
    ...place,
    message: reason ? truncateMessage(withoutValues(formatted.message, error)) : message,
    extensions: { ...extensions, ...(protocolCodes.has(code) && { code }), requestId: currentRequest()?.id },
  };
}

const withoutValues = (message: string, error: unknown): string =>
  error instanceof GraphQLError ? unquoted(message, error) : message;

/** Reports expected errors by reason, and internal errors with their cause. */
export function errorReportingPlugin({ onUnexpected, onDomainError }: ErrorListeners): ApolloServerPlugin<Context> {
  const report = (error: unknown) => {
    const reason = reasonOf(error);
    const problems = domainErrorOf(error)?.problems ?? (reason && [{ reason }]);
    if (problems) return problems.forEach(({ reason }) => onDomainError(reason));
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

/** The executor validates variables before any field runs, so these errors have neither a path nor a cause. */
function isCoercionError(error: unknown): boolean {
  return error instanceof GraphQLError && error.originalError === undefined && error.path === undefined;
}
