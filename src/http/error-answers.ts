import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError, type ErrorCode, type Reason } from '../errors.js';
import { isUnavailable } from '../database/unavailable.js';
import type { Logger } from '../log.js';
import { currentRequest } from '../request/record.js';

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

/** Who is told of faults. */
export interface Faults {
  readonly log: Logger;
  /** Told of the reason of each refusal. */
  readonly refused: (reason: Reason) => void;
}

/** How one of the two doors says an error: the body, and all headers but its length. */
export type WriteError = (
  answer: Answer,
  requestId: string,
  request: IncomingMessage,
) => { readonly headers: Readonly<Record<string, string>>; readonly body: string | Buffer | null };

/**
 * Answers what no handler caught: bodies that cannot be read, a database that is away, faults of our own (which are
 * logged whole, and answered with a fixed sentence).
 */
export function errorHandler({ log, refused }: Faults, write: WriteError): ErrorHandler {
  // Express knows an error handler by its four parameters.
  return (error, request, response, _next) => {
    const answer = answerTo(error);
    if (answer === UNEXPECTED) log.error({ err: error, method: request.method }, 'A request failed');
    refused(answer.reason);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { headers, body } = write(answer, currentRequest()?.id ?? '', request);
    response.writeHead(answer.status, {
      ...headers,
      'Content-Length': Buffer.byteLength(body ?? ''),
      ...(answer === UNAVAILABLE && { 'Retry-After': '2' }),
    });
    response.end(body);
  };
}

function answerTo(error: unknown): Answer {
  if (isUnavailable(error) || (error instanceof DomainError && error.code === 'UNAVAILABLE')) return UNAVAILABLE;
  if (error instanceof DomainError && error.code === 'INVALID') return { ...UNREADABLE, ...error.problems[0] };
  const status: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : undefined;
  if (status === 413) return TOO_LARGE;
  // Whatever Express says the client did wrong: a range or a precondition that does not hold, an encoding unknown here.
  if (typeof status === 'number' && status >= 400 && status < 500) return { ...UNREADABLE, status };
  return UNEXPECTED;
}
