import type { ErrorCode } from '../core/errors.js';

/** An error response, before an endpoint renders it. */
export interface HttpErrorData {
  readonly status: number;
  readonly code: ErrorCode;
  readonly reason: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Metrics label, if the request matched a route. */
  readonly route?: string | undefined;
}

/** An error that an HTTP stage raises itself. The endpoint of the request words it. */
export class HttpError extends Error implements HttpErrorData {
  override readonly name = 'HttpError';

  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    readonly reason: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${status} ${reason}`);
  }
}

/** Endpoints have error classes of their own, with the same members. */
export const isHttpError = (error: unknown): error is HttpErrorData =>
  error instanceof Error && 'status' in error && 'code' in error && 'reason' in error;
