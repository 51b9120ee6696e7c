import type { IncomingMessage, ServerResponse } from 'node:http';
import { withCrossOrigin } from './cross-origin.js';
import type { Reply } from './send.js';
import { DomainError, type ErrorCode, type Reason } from '../core/errors.js';
import { isUnavailable } from '../database/sql-state.js';
import type { Logger } from '../telemetry/log/log.js';

interface Answer {
  readonly status: number;
  readonly code: ErrorCode;
  readonly reason: Reason;
}

const TOO_LARGE: Answer = { status: 413, code: 'TOO_LARGE', reason: 'BODY_TOO_LARGE' };
const UNAVAILABLE: Answer = { status: 503, code: 'UNAVAILABLE', reason: 'DATABASE_UNREACHABLE' };
const UNREADABLE: Answer = { status: 400, code: 'INVALID', reason: 'REQUEST_INVALID' };
const UNEXPECTED: Answer = { status: 500, code: 'INTERNAL', reason: 'UNEXPECTED' };

type ErrorHandler = (error: unknown, request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Reporting of errors. */
export interface Faults {
  readonly log: Logger;
  /** Called with the reason of each error response. */
  readonly refused: (reason: Reason) => void;
}

/** Serializes an error for one of the endpoints. */
type WriteError = (answer: Answer, request: IncomingMessage) => Reply;

/**
 * Responds to errors that no handler caught: malformed bodies, an unavailable database, and internal errors. Logs
 * internal errors in full, and returns a fixed message for them.
 */
export function errorHandler({ log, refused }: Faults, write: WriteError): ErrorHandler {
  // Express recognizes an error handler by its four parameters.
  return (error, request, response, _next) => {
    const answer = answerTo(error);
    if (answer === UNEXPECTED) log.error({ err: error, method: request.method }, 'Request failed');
    refused(answer.reason);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { headers, body } = withCrossOrigin(write(answer, request));
    response.writeHead(answer.status, {
      ...headers,
      'Content-Length': Buffer.byteLength(body?.toString() ?? ''),
      ...(answer === UNAVAILABLE && { 'Retry-After': '2' }),
    });
    response.end(body?.toString());
  };
}

function answerTo(error: unknown): Answer {
  if (isUnavailable(error) || (error instanceof DomainError && error.code === 'UNAVAILABLE')) return UNAVAILABLE;
  if (error instanceof DomainError && error.code === 'INVALID') return { ...UNREADABLE, ...error.problems[0] };
  const status: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : undefined;
  if (status === 413) return TOO_LARGE;
  // Client errors of Express: an unsatisfiable range, a failed precondition or an unsupported encoding.
  if (typeof status === 'number' && status >= 400 && status < 500) return { ...UNREADABLE, status };
  return UNEXPECTED;
}
