import pg, { type Connection } from 'pg';

/** The internal interface between a `pg` connection and its query, with the methods of `pg.Query`. */
declare module 'pg' {
  interface Query {
    /** Number of rows that PostgreSQL sends before it suspends the portal; undefined: all. */
    rows: number | undefined;
    handleDataRow(message: { readonly length: number }): void;
    handlePortalSuspended(connection: Connection): void;
    handleError(error: Error, connection: Connection): void;
  }
}

/** Decides for each received row whether it is retained. */
export interface ResultSizeMeter {
  /** @param bytes size of the row on the wire */
  accepts(bytes: number): boolean;
  /** Called when no more rows will arrive. @throws DomainError if rows were rejected: the result is incomplete */
  end(): void;
}

/** Size limit of a page. The rows received before it is reached form the page; the next page continues after them. */
export interface PageSizeLimit {
  /** Maximum size of the rows in bytes; the first row is always accepted. */
  readonly maxBytes: number;
  /** Number of rows per fetch; undefined: all, which saves a round trip. */
  readonly fetchSize: number | undefined;
  bytes: number;
  /** Whether rows were dropped. */
  isReached: boolean;
}

/** A query that measures rows as they arrive: excess rows are never converted to records. */
export class SizeLimitedQuery extends pg.Query {
  /** Name of the statement, for `watchStatements`. */
  readonly statement: string;
  readonly #meter: ResultSizeMeter;
  readonly #page: PageSizeLimit | undefined;
  #isExceeded = false;

  constructor(query: pg.QueryConfig & { readonly statement: string }, meter: ResultSizeMeter, page?: PageSizeLimit) {
    super(query);
    this.statement = query.statement;
    this.rows = page?.fetchSize;
    this.#meter = meter;
    this.#page = page;
  }

  override handleDataRow(message: { readonly length: number }): void {
    this.#isExceeded ||= !this.#fitsPage(message.length) || !this.#meter.accepts(message.length);
    if (!this.#isExceeded) super.handleDataRow(message);
  }

  override handlePortalSuspended(connection: Connection): void {
    if (this.#isExceeded) connection.sync();
    else super.handlePortalSuspended(connection);
  }

  override handleError(error: Error, connection: Connection): void {
    // A fetch in parts has sent Flush in place of Sync: after an error, PostgreSQL waits for the Sync.
    if (this.rows !== undefined && connection.stream.writable) connection.sync();
    super.handleError(error, connection);
  }

  #fitsPage(bytes: number): boolean {
    const page = this.#page;
    if (!page) return true;
    page.isReached ||= page.bytes > 0 && page.bytes + bytes > page.maxBytes;
    page.bytes += bytes;
    return !page.isReached;
  }
}
