import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Context } from '../core/context.js';
import { domainError } from '../core/errors.js';
import { bearerToken, type Requests } from './create-context.js';
import type { HttpError, HttpErrorData } from './http-error.js';
import type { Match } from './match.js';
import { isRead, type Reply } from './send.js';

/** One interface of the service, such as v2.1 or stored GraphQL operations. */
export interface Endpoint<Some extends Match> {
  /** When the caller is identified: before the request is matched, by the operation once it is valid, or never. */
  readonly credentials: 'first' | 'by operation' | 'ignored';
  /** Whether its responses are for its own pages: without headers for scripts of other origins. */
  readonly isSameOrigin?: boolean;
  /** Metrics label of requests without a match, `other` by default; null: its requests are not counted by route. */
  readonly unmatchedRoute?: string | null;
  /** The maximum page size of its operations. */
  readonly maxPageSize: number;
  readonly match: (exchange: Exchange<Some>) => Some | HttpError;
  readonly respond: (exchange: Exchange<Some>) => Promise<Reply>;
  readonly render: (error: HttpErrorData, exchange: Exchange<Some>) => Reply;
}

/** A request with its parsed body, if a parser has run. */
export type Incoming = IncomingMessage & { readonly body?: unknown };

/** One request on its way through the stages, which fill in its match, body and context. */
export class Exchange<Some extends Match = Match> {
  readonly method: string;
  /** Path and query string as received. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Scheme, host and port under which the client reached the service; null for an unknown `Host`. */
  readonly origin: string | null;
  /** Undefined until the request is matched. */
  matched: Some | undefined;
  /** The whole body, once it is read. */
  body: Uint8Array | null = null;
  #context: Promise<Context> | undefined;
  #limitStates: Context['limitStates'] = [];

  constructor(
    readonly request: Incoming,
    readonly endpoint: Endpoint<Some>,
    private readonly requests: Pick<Requests, 'contextOf' | 'originOf'>,
    { method = '', url = '' }: Pick<IncomingMessage, 'method' | 'url'> = request,
  ) {
    this.method = method;
    this.url = url;
    this.headers = request.headers;
    this.origin = requests.originOf(request);
  }

  get match(): Some {
    if (!this.matched) throw new Error('This stage must follow the match');
    return this.matched;
  }

  /**
   * Parses the credentials.
   *
   * @throws DomainError INVALID if `Authorization` or `Host` is invalid
   */
  identify(): { readonly token: string | null; readonly origin: string } {
    const token = this.endpoint.credentials === 'ignored' ? null : bearerToken(this.headers.authorization);
    if (this.origin === null) throw domainError('INVALID', 'HOST_UNKNOWN');
    return { token, origin: this.origin };
  }

  /**
   * The context of the operation; looks up the token at the first call. Rejects as `identify`, or with UNAVAILABLE.
   *
   * @param isReadOnly whether the operation is known to write nothing
   */
  context(isReadOnly = isRead(this)): Promise<Context> {
    return (this.#context ??= this.createContext(isReadOnly));
  }

  private async createContext(isReadOnly: boolean): Promise<Context> {
    const { maxPageSize } = this.endpoint;
    const requested = { ...this.identify(), calendarSecret: this.matched?.calendarSecret, maxPageSize, isReadOnly };
    const context = await this.requests.contextOf(this.request, requested);
    this.#limitStates = context.limitStates;
    return context;
  }

  /** The rate limits that the operation consumed; none without a context. */
  get limitStates(): Context['limitStates'] {
    return this.#limitStates;
  }

  /** Replaces the context, by one with another transaction. */
  useContext(context: Context): void {
    this.#context = Promise.resolve(context);
  }

  /** The same caller's GET of another URL; null if nothing matches it. */
  asGet(url: string): Exchange<Some> | null {
    const exchange = new Exchange(this.request, this.endpoint, this.requests, { method: 'GET', url });
    const matched = this.endpoint.match(exchange);
    if ('status' in matched) return null;
    exchange.matched = matched;
    exchange.#context = this.#context;
    return exchange;
  }
}
