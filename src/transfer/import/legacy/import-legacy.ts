import pg, { type ClientBase } from 'pg';
import { withTransaction } from '../../../database/sql/transaction.js';
import { OperatorError } from '../../../config/operator-error.js';
import type { TableReport } from '../report.js';
import { beginImport, finishImport, readStep, writeStep } from './progress.js';
import { readReference } from './source/reference.js';
import type { LegacyRow, LegacySource } from './source/source.js';
import type { Step, World } from './source/step.js';
import { leftovers, steps } from './steps/index.js';

/** Options of a legacy import. */
export interface LegacyImport {
  readonly source: LegacySource;
  readonly client: ClientBase;
  /** Encrypts the secrets of applications. */
  readonly secretKey: Buffer;
  /** Keys of the first-party applications (decisions no. 17). */
  readonly firstParty: readonly string[];
  /** Rolls everything back at the end. */
  readonly dryRun: boolean;
  /** Called with the number of rows done, the total, and the current table. */
  readonly progress: (done: number, total: number, table: string) => void;
}

/** The result of an import, with a report per legacy table. */
export interface LegacyReport {
  readonly source: string;
  /** Whether it had finished before, so that nothing was imported. */
  readonly wasFinished: boolean;
  readonly tables: readonly TableReport[];
  /** The keys of the first-party applications, and the number of the others. */
  readonly firstParty: readonly string[];
  readonly otherApplications: number;
}

/** Texts have up to 64 kB each: this bounds a batch to a few MB in practice. */
const BATCH_SIZE = 500;
/** An arbitrary key, distinct from those of other advisory locks. */
const IMPORT_LOCK = 7_325_061_948;

/**
 * Imports a legacy database (contract §5) into an empty one. Preserves IDs; repairs or skips invalid rows by documented
 * rules, and counts them. Commits each batch together with its progress, so an interrupted import resumes; a finished
 * import is idempotent.
 *
 * @throws OperatorError when the database is not empty, an application does not exist, or another import is running
 */
export async function importLegacy(options: LegacyImport): Promise<LegacyReport> {
  const { client, dryRun } = options;
  const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [IMPORT_LOCK]);
  if (!rows[0]?.alone)
    throw new OperatorError('Another import is running on this database: wait until it has finished.');
  await requireApplications(options);
  if (!dryRun) return run(options, (work) => withTransaction(client, work));
  return rolledBack(client, () => run(options, (work) => work()));
}

/** Runs work and rolls it back. Also resets the sequences, which a rollback does not. */
async function rolledBack<Result>(client: ClientBase, work: () => Promise<Result>): Promise<Result> {
  const { rows: sequences } = await client.query<{ name: string; next: string | null }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value as next from pg_sequences
      where schemaname = 'public'`,
  );
  await client.query('begin');
  try {
    return await work();
  } finally {
    await client.query('rollback');
    for (const { name, next } of sequences) {
      await client.query('select setval($1, coalesce($2::bigint, 1), $2::bigint is not null)', [name, next]);
    }
  }
}

type Transaction = <Result>(work: () => Promise<Result>) => Promise<Result>;

async function run(options: LegacyImport, transaction: Transaction): Promise<LegacyReport> {
  const { client, source, secretKey, firstParty, progress } = options;
  const reference = await readReference(source, client);
  const world: World = { client, source, reference, secretKey, now: Date.now() / 1000 };
  const wasFinished = await transaction(() => beginImport(client, source, reference));
  const present = steps.filter(({ table }) => source.sizes.has(table));
  const total = present.reduce((sum, { table }) => sum + (source.sizes.get(table) ?? 0), 0);
  let done = 0;
  const reports: TableReport[] = [];
  for (const step of present) {
    reports.push(
      await runStep(step, world, wasFinished, transaction, (read) => progress(done + read, total, step.table)),
    );
    done += source.sizes.get(step.table) ?? 0;
  }
  const applications = await transaction(async () => {
    await finishImport(client);
    return nameFirstParty(client, firstParty);
  });
  return { source: source.name, wasFinished, tables: [...joined(reports), ...unread(source)], ...applications };
}

/** Also applies to a finished import, so that forgotten applications can be added later. */
async function nameFirstParty(client: ClientBase, keys: readonly string[]) {
  await client.query('update applications set is_first_party = true where consumer_key = any($1)', [keys]);
  const { rows } = await client.query<{ keys: string[] | null; others: number }>(
    `select array_agg(consumer_key order by id) filter (where is_first_party) as keys,
      count(*) filter (where not is_first_party)::int as others from applications`,
  );
  return { firstParty: rows[0]?.keys ?? [], otherApplications: rows[0]?.others ?? 0 };
}

async function runStep(
  step: Step,
  world: World,
  isFinished: boolean,
  transaction: Transaction,
  progress: (read: number) => void,
): Promise<TableReport> {
  const { client, source } = world;
  const { last: stoppedAt, ledger } = await readStep(client, step.name);
  let last = stoppedAt;
  let read = ledger.read;
  while (!isFinished) {
    const rows = await source.after(step.table, step.key, last, BATCH_SIZE);
    if (rows.length === 0) break;
    last = Number(rows.at(-1)?.[step.key]);
    await transaction(async () => {
      await step.run(rows, ledger, world);
      await writeStep(client, step.name, { last, ledger });
    }).catch((error: unknown) => throwExplained(error, step, rows));
    progress((read += rows.length));
  }
  return ledger.report(step.table);
}

/** Names the rows that PostgreSQL refuses: SQLSTATE classes 22 and 23 are invalid data and violated constraints. */
function throwExplained(error: unknown, { table, key }: Step, rows: readonly LegacyRow[]): never {
  if (!(error instanceof pg.DatabaseError) || !/^2[23]/.test(error.code ?? '')) throw error;
  const [first, last] = [rows[0]?.[key], rows.at(-1)?.[key]];
  const why = [error.message, error.detail].filter(Boolean).join(': ');
  throw new OperatorError(
    `The rows ${first} to ${last} of ${table} cannot be imported: ${why}. Earlier rows are stored: correct the legacy ` +
      'database, then run the same command again to resume.',
    { cause: error },
  );
}

/** Merges the reports of a table that is read twice. */
function joined(reports: readonly TableReport[]): TableReport[] {
  return [...Map.groupBy(reports, ({ table }) => table).values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, reasons: [first, ...others].flatMap(({ reasons }) => reasons) }] : [],
  );
}

/** Reports unread tables; all their rows count as skipped. */
function unread({ sizes }: LegacySource): TableReport[] {
  const read = new Set(steps.map(({ table }) => table));
  return [...sizes]
    .filter(([table]) => !read.has(table))
    .map(([table, size]) => {
      const reason = leftovers.includes(table) ? 'v2.1 never exposed it' : 'unknown legacy table';
      const reasons = size === 0 ? [] : [{ kind: 'skipped' as const, reason, count: size, examples: [] }];
      return { table, read: size, imported: 0, repaired: 0, skipped: size, reasons };
    });
}

async function requireApplications({ source, firstParty }: LegacyImport): Promise<void> {
  if (firstParty.length === 0) return;
  const rows = await source.query('select consumer_key as name from oauth_consumers');
  const keys = rows.map(({ name }) => String(name));
  const unknown = firstParty.filter((key) => !keys.includes(key));
  if (unknown.length === 0) return;
  throw new OperatorError(`${source.name} has no application with the key ${unknown.join(', ')}. Nothing was changed.`);
}
