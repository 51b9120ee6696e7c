import type { ErrorCode } from '../core/errors.js';

/** An error response, before an endpoint renders it. */
export interface HttpErrorData {
  readonly status: number;
  readonly code: ErrorCode;
  readonly reason: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The message, if the endpoint raised the error and words it differently from others with the same reason. */
  readonly sentence?: string | undefined;
  /** Metrics label, if the request matched a route. */
  readonly route?: string | undefined;
}

/** An error that a stage or an endpoint raises itself. The endpoint of the request renders it. */
export class HttpError extends Error implements HttpErrorData {
  override readonly name: string = 'HttpError';
  readonly sentence: string | undefined;
  readonly route: string | undefined;

  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    readonly reason: string,
    readonly headers: Readonly<Record<string, string>> = {},
    { sentence, route, cause }: Pick<HttpErrorData, 'sentence' | 'route'> & { readonly cause?: unknown } = {},
  ) {
    super(sentence ?? `${status} ${reason}`, { cause });
    this.sentence = sentence;
    this.route = route;
  }
}
