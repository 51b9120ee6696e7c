import pg, { type Connection, type FieldDef, type QueryConfig, type QueryResult } from 'pg';
import { rowReader, type RowReader } from './row-reader.js';

/** The internal interface between a `pg` connection and its query, with the methods of `pg.Query`. */
declare module 'pg' {
  interface Query {
    readonly name: string | undefined;
    readonly values: unknown[];
    /** Number of rows that PostgreSQL sends before it suspends the portal; undefined: all. */
    rows: number | undefined;
    /** Called with the result at the end; a pool sets it itself. */
    callback: ((error: Error | null, result?: QueryResult) => void) | undefined;
    readonly _result: QueryResult;
    /** The error of a row that could not be converted; the query fails with it at its end. */
    _canceledDueToError: unknown;
    prepare(connection: Connection): void;
    handleRowDescription(message: { readonly fields: FieldDef[] }): void;
    handleDataRow(message: DataRow): void;
    handlePortalSuspended(connection: Connection): void;
    handleError(error: Error, connection: Connection): void;
  }
  interface Connection {
    describe(message: { readonly type: string; readonly name: string }): void;
  }
}

/** A row on the wire. */
interface DataRow {
  /** Size in bytes. */
  readonly length: number;
  readonly fields: readonly (string | null)[];
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

const READERS = Symbol('row readers');

/** What a connection knows of its prepared statements. */
interface DescribingConnection extends Connection {
  /** The readers of the statements that PostgreSQL has described on this connection, by name. */
  [READERS]?: Map<string, RowReader>;
}

/**
 * A query that converts rows with a compiled function, and asks for the columns of a prepared statement once per
 * connection. Measures rows as they arrive: excess rows are never converted.
 */
export class PreparedQuery extends pg.Query {
  /** Name of the statement, for `watchStatements`. */
  readonly statement: string;
  readonly #meter: ResultSizeMeter | undefined;
  readonly #page: PageSizeLimit | undefined;
  #isExceeded = false;
  #read: RowReader | undefined;
  #readers: Map<string, RowReader> | undefined;

  constructor(query: QueryConfig & { readonly statement: string }, meter?: ResultSizeMeter, page?: PageSizeLimit) {
    super(query);
    this.statement = query.statement;
    this.rows = page?.fetchSize;
    this.#meter = meter;
    this.#page = page;
  }

  override prepare(connection: DescribingConnection): void {
    this.#readers = connection[READERS] ??= new Map();
    this.#read = this.name === undefined ? undefined : this.#readers.get(this.name);
    if (!this.#read) return super.prepare(connection);
    const { describe } = connection;
    connection.describe = () => undefined;
    try {
      super.prepare(connection);
    } finally {
      connection.describe = describe;
    }
  }

  override handleRowDescription({ fields }: { readonly fields: FieldDef[] }): void {
    this.#read = rowReader(fields);
    if (this.name !== undefined) this.#readers?.set(this.name, this.#read);
  }

  override handleDataRow({ length, fields }: DataRow): void {
    this.#isExceeded ||= !this.#fitsPage(length) || !(this.#meter?.accepts(length) ?? true);
    if (this.#isExceeded || !this.#read) return;
    try {
      this._result.rows.push(this.#read(fields));
    } catch (error) {
      this._canceledDueToError ||= error;
    }
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
