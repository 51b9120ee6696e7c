import pg, { type Connection } from 'pg';

/** What a connection asks of anything that it is given to run, and what `pg.Query` does about it. */
declare module 'pg' {
  interface Query {
    /** How many rows PostgreSQL sends before it waits; undefined: all. */
    rows: number | undefined;
    handleDataRow(message: { readonly length: number }): void;
    handlePortalSuspended(connection: Connection): void;
    handleError(error: Error, connection: Connection): void;
  }
}

/** Decides of each row that arrives whether it is kept. */
export interface RowIntake {
  /** @param bytes of the row, as PostgreSQL sent it */
  takes(bytes: number): boolean;
  /** All rows have arrived, or none will. @throws DomainError where rows were not taken: what was read is not all of it */
  end(): void;
}

/** Where a page ends for its weight: what has arrived before is a page as well, and the next one goes on behind it. */
export interface PageWeight {
  /** Bytes that rows may have; the first row is always taken. */
  readonly most: number;
  /** How many rows PostgreSQL sends before it is asked for more; undefined: all, which is a round trip less. */
  readonly rowsAtOnce: number | undefined;
  taken: number;
  /** Whether rows were left out. */
  isReached: boolean;
}

/** A query whose rows are weighed as they arrive: those that are too many never become records. */
export class WeighedQuery extends pg.Query {
  /** For whoever watches statements. */
  readonly statement: string;
  readonly #intake: RowIntake;
  readonly #page: PageWeight | undefined;
  #isFull = false;

  constructor(query: pg.QueryConfig & { readonly statement: string }, intake: RowIntake, page?: PageWeight) {
    super(query);
    this.statement = query.statement;
    this.rows = page?.rowsAtOnce;
    this.#intake = intake;
    this.#page = page;
  }

  override handleDataRow(message: { readonly length: number }): void {
    this.#isFull ||= !this.#isLight(message.length) || !this.#intake.takes(message.length);
    if (!this.#isFull) super.handleDataRow(message);
  }

  override handlePortalSuspended(connection: Connection): void {
    if (this.#isFull) connection.sync();
    else super.handlePortalSuspended(connection);
  }

  override handleError(error: Error, connection: Connection): void {
    // Where PostgreSQL waits to be asked for more, it also waits to be told that nobody will.
    if (this.rows !== undefined && connection.stream.writable) connection.sync();
    super.handleError(error, connection);
  }

  #isLight(bytes: number): boolean {
    const page = this.#page;
    if (!page) return true;
    page.isReached ||= page.taken > 0 && page.taken + bytes > page.most;
    page.taken += bytes;
    return !page.isReached;
  }
}
