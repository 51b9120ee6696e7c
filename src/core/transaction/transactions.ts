import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Transaction as KyselyTransaction } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { sqlStateOf } from '../../database/sql-state.js';
import type { Run, Statement } from '../../database/sql/statement.js';
import type { Transaction } from '../../database/sql/transaction.js';
import { domainError } from '../errors.js';
import type { Reads } from '../reads/reads.js';
import { translateDatabaseError } from './run.js';

/** SQLSTATE serialization_failure and deadlock_detected: the transaction was aborted, and a retry may succeed. */
const RETRYABLE_STATES = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 5;
const MAX_PAUSE_MS = 60;

/** Runs the work in one transaction of the ORM or of prepared statements. */
export type OpenTransaction<Handle> = <Value>(work: (handle: Handle) => Promise<Value>) => Promise<Value>;

/** How the transactions of a request begin and end, without retries. */
export interface TransactionSource {
  readonly withEntities: OpenTransaction<EntityManager>;
  /** Undefined: prepared statements run in a transaction of the ORM. */
  readonly withStatements?: OpenTransaction<Transaction>;
}

/**
 * Runs the work of a transaction subject to a precondition.
 *
 * @param run in the transaction
 * @throws DomainError PRECONDITION_FAILED if it is false; the transaction must then roll back
 */
export type Precondition = <Value>(run: Run, work: () => Promise<Value>) => Promise<Value>;

/**
 * The writes of one request. Each is atomic, and clears cached reads afterwards, so that the response shows the new
 * state.
 *
 * Inside a transaction, query only through its argument: `context.reads` would wait for a second connection while
 * holding this one, and concurrent writes would deadlock on the pool. Check permissions and look up records first. The
 * work may run more than once, because deadlocks and serialization failures are retried.
 *
 * All methods throw DomainError UNAVAILABLE if the database is unreachable, PRECONDITION_FAILED if the precondition of
 * the request is false, and the errors of the work.
 */
export class Transactions {
  readonly #source: TransactionSource;
  readonly #reads: Pick<Reads, 'clear' | 'scope'>;

  constructor(source: TransactionSource, reads: Pick<Reads, 'clear' | 'scope'>) {
    this.#source = source;
    this.#reads = reads;
  }

  /** Runs a write with the entities of the ORM. */
  withEntities<Value>(work: (em: EntityManager) => Promise<Value>): Promise<Value> {
    return this.#attempt(() => this.#source.withEntities(work));
  }

  /**
   * Runs a write that a whole audience sends at once. Prepared statements bypass the ORM, which took a third of Node's
   * CPU time.
   */
  withStatements<Value>(work: (transaction: Transaction) => Promise<Value>): Promise<Value> {
    const { withEntities, withStatements } = this.#source;
    return this.#attempt(() => withStatements?.(work) ?? withEntities((em) => withStatementsOf(em, work)));
  }

  /** Runs a write of a single statement, which autocommits unless the request has a transaction of its own. */
  runStatement<Arguments, Row>(statement: Statement<Arguments, Row>, args: Arguments): Promise<Row[]> {
    const { withEntities, withStatements } = this.#source;
    return this.#attempt(() =>
      withStatements
        ? this.#reads.scope.run(statement, args)
        : withEntities((em) => statementsOf(em).run(statement, args)),
    );
  }

  /** The same transactions, subject to a precondition (`If-Match`). */
  subjectTo(precondition: Precondition): Transactions {
    const { withEntities } = this.#source;
    return new Transactions(
      { withEntities: (work) => withEntities((em) => precondition(statementsOf(em).run, () => work(em))) },
      this.#reads,
    );
  }

  async #attempt<Value>(attempt: () => Promise<Value>): Promise<Value> {
    try {
      return await retryOnConflict(attempt);
    } catch (error) {
      throw translateDatabaseError(error);
    } finally {
      this.#reads.clear();
    }
  }
}

/** Runs a write that belongs to no request, such as an operator's. */
export function inTransaction<Value>(em: EntityManager, work: (em: EntityManager) => Promise<Value>): Promise<Value> {
  return retryOnConflict(() => em.fork().transactional(work));
}

/** Retries a transaction that PostgreSQL aborted because of a deadlock or a serialization failure. */
async function retryOnConflict<Value>(attempt: () => Promise<Value>): Promise<Value> {
  for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!RETRYABLE_STATES.has(sqlStateOf(error))) throw error;
    }
    await pause(Math.random() * MAX_PAUSE_MS);
  }
  throw domainError('UNAVAILABLE', 'DATABASE_UNREACHABLE');
}

async function withStatementsOf<Value>(
  em: EntityManager,
  work: (transaction: Transaction) => Promise<Value>,
): Promise<Value> {
  const { idle, ...transaction } = statementsOf(em);
  try {
    return await work(transaction);
  } finally {
    await idle();
  }
}

/**
 * Runs statements in the active transaction of the ORM, one at a time. Await `idle` before the transaction ends: if one
 * of several concurrent statements failed, the queued ones would autocommit after ROLLBACK.
 *
 * @throws Error outside a transaction
 */
export function statementsOf(em: EntityManager): Transaction & { readonly idle: () => Promise<void> } {
  const transaction = em.getTransactionContext<KyselyTransaction<unknown>>();
  if (!transaction) throw new Error('No active transaction');
  const oneAtATime = pLimit(1);
  const executeSql = (text: string, values: unknown[] = []) =>
    oneAtATime(async () => {
      const { rows } = await transaction.executeQuery<object>(CompiledQuery.raw(text, values));
      return { rows };
    });
  const run: Run = async <Arguments, Row>({ text, values }: Statement<Arguments, Row>, args: Arguments) => {
    try {
      return (await executeSql(text, values(args))).rows as Row[];
    } catch (error) {
      throw translateDatabaseError(error);
    }
  };
  return { run, runLast: run, executeSql, idle: () => oneAtATime(async () => undefined) };
}
