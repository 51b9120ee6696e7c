import { DomainError, type ErrorCode, type Reason } from '../core/errors.js';
import type { IncomingMessage } from 'node:http';
import { HttpError } from './http-error.js';
import type { ErrorHandler } from './in-sequence.js';
import type { Reply } from './send.js';
import { isUnavailable } from '../database/sql-state.js';
import type { Logger } from '../telemetry/log/log.js';

interface ErrorResponse {
  readonly status: number;
  readonly code: ErrorCode;
  readonly reason: Reason;
  readonly headers?: Readonly<Record<string, string>>;
}

const TOO_LARGE: ErrorResponse = { status: 413, code: 'TOO_LARGE', reason: 'BODY_TOO_LARGE' };
const UNAVAILABLE: ErrorResponse = {
  ...{ status: 503, code: 'UNAVAILABLE', reason: 'DATABASE_UNREACHABLE' },
  headers: { 'Retry-After': '2' },
};
const UNREADABLE: ErrorResponse = { status: 400, code: 'INVALID', reason: 'REQUEST_INVALID' };
const UNEXPECTED: ErrorResponse = { status: 500, code: 'INTERNAL', reason: 'UNEXPECTED' };

/** Reporting of errors. */
export interface ErrorReporting {
  readonly log: Logger;
  /** Called with the reason of each error response. */
  readonly refused: (reason: Reason) => void;
}

/** The complete response of an error at one of the endpoints. */
type WriteError = (error: ErrorResponse, request: IncomingMessage) => Reply;

/**
 * Responds to errors that no handler caught: malformed bodies, an unavailable database, and internal errors. Logs
 * internal errors in full, and returns a fixed message for them.
 */
export function errorHandler({ log, refused }: ErrorReporting, write: WriteError): ErrorHandler {
  return (error, request, response) => {
    const mapped = errorResponseOf(error);
    if (mapped === UNEXPECTED) log.error({ err: error, method: request.method }, 'Request failed');
    refused(mapped.reason);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { headers, body } = write(mapped, request);
    response.writeHead(mapped.status, {
      ...headers,
      'Content-Length': Buffer.byteLength(body?.toString() ?? ''),
      ...mapped.headers,
    });
    response.end(body?.toString());
  };
}

const unavailable = ({ problems, details: { retryAfter } }: DomainError): ErrorResponse => ({
  ...UNAVAILABLE,
  ...problems[0],
  ...(retryAfter !== undefined && { headers: { 'Retry-After': String(retryAfter) } }),
});

function errorResponseOf(error: unknown): ErrorResponse {
  if (isUnavailable(error)) return UNAVAILABLE;
  if (error instanceof DomainError && error.code === 'UNAVAILABLE') return unavailable(error);
  if (error instanceof DomainError && error.code === 'INVALID') return { ...UNREADABLE, ...error.problems[0] };
  // Those of the stages are rendered before; streams have none.
  if (error instanceof HttpError) return { ...error, reason: error.reason as Reason };
  const status: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : undefined;
  if (status === 413) return TOO_LARGE;
  // Client errors of Express: an unsatisfiable range, a failed precondition or an unsupported encoding.
  if (typeof status === 'number' && status >= 400 && status < 500) return { ...UNREADABLE, status };
  return UNEXPECTED;
}
