import { Command } from 'commander';
import { open, writeFile } from 'node:fs/promises';
import { withPassword } from '../config/database.js';
import { OperatorError } from '../config/operator-error.js';
import { verifiedSecretKey } from '../core/secret-key/secret-key-check.js';
import { importLegacy, type LegacyReport } from '../transfer/import/legacy/import-legacy.js';
import { openLegacySource } from '../transfer/import/legacy/source/source.js';
import type { Reason, TableReport } from '../transfer/import/report.js';
import { textTable, type TextColumn } from './listing.js';
import { withProgress } from './output.js';
import { readOrGeneratePassword } from './prompts.js';
import { withConnection, withDatabase } from './with-database.js';

/** Legacy websites rely on responses beyond the contract (decisions no. 33). */
const LEGACY_MODE =
  'Start the service with COMPATIBILITY=legacy: legacy websites rely on the responses of the original service.';

interface Options {
  readonly from: string;
  readonly firstParty: readonly string[];
  readonly dryRun: boolean;
  readonly report?: string;
  readonly json: boolean;
  readonly passwordStdin: boolean;
}

/** `import legacy --from mysql://…`: imports a complete legacy deployment into an empty database. */
export function importLegacyCommand(): Command {
  return new Command('legacy')
    .description('Import the MySQL or MariaDB database of a legacy deployment into an empty database. Preserves IDs.')
    .requiredOption('--from <address>', 'mysql://user:password@host:port/database; read only')
    .option(
      '--password-stdin',
      'read the database password from standard input instead of --from, which other local users can see',
      false,
    )
    .option('--first-party <key>', 'key of a first-party application; repeatable', collect, [])
    .option('--dry-run', 'run the import, report, then roll back', false)
    .option('--report <file>', 'also write the report as JSON to a file')
    .option('--json', 'print the report as JSON', false)
    .addHelpText(
      'after',
      `
Invalid rows are repaired or skipped by rules, and counted: the report names each rule.
Interrupted? Run the same command again to resume. Application secrets are encrypted with SECRET_KEY, or with the key in
DATA_DIR: import with the key that the service will use.

Example:
  npm run lectern -- import legacy --from mysql://reader:secret@127.0.0.1:3306/legacy --first-party web2 --dry-run`,
    )
    .action(async ({ from, firstParty, dryRun, report: file, json, passwordStdin }: Options) => {
      const started = Date.now();
      if (file !== undefined) await requireWritable(file);
      const source = passwordStdin && URL.canParse(from) ? await readPasswordInto(from) : from;
      const report = await runImport(source, firstParty, dryRun);
      const asJson = `${JSON.stringify({ ...report, dryRun }, null, 2)}\n`;
      if (file !== undefined) await writeFile(file, asJson);
      const table = report.wasFinished ? '' : `${reportText(report.tables)}\n\n`;
      process.stdout.write(json ? asJson : `${table}${outcome(report, dryRun, started)}\n`);
    });
}

async function readPasswordInto(address: string): Promise<string> {
  const { password } = await readOrGeneratePassword({ passwordStdin: true });
  return withPassword(address, password) ?? address;
}

/** Checked first, so that a long import does not lose its report. */
async function requireWritable(file: string): Promise<void> {
  try {
    await (await open(file, 'a')).close();
  } catch (cause) {
    const why = String(Reflect.get(Object(cause), 'code'));
    throw new OperatorError(`--report: ${file} cannot be written (${why}). Nothing was changed.`, { cause });
  }
}

async function runImport(from: string, firstParty: readonly string[], dryRun: boolean): Promise<LegacyReport> {
  const source = await openLegacySource(from);
  try {
    return await withProgress('rows', (progress) =>
      withDatabase(
        async ({ pool }, config) => {
          const secretKey = await verifiedSecretKey(pool, config);
          const report = await withConnection(pool, (client) =>
            importLegacy({ source, client, secretKey, firstParty, dryRun, progress }),
          );
          if (!dryRun) await pool.query('analyze');
          return report;
        },
        { mayCreate: true },
      ),
    );
  } finally {
    await source.close();
  }
}

function outcome(report: LegacyReport, dryRun: boolean, started: number): string {
  const { source, wasFinished, firstParty, otherApplications } = report;
  const seconds = Math.round((Date.now() - started) / 1000);
  const done = wasFinished
    ? `${source} was imported before: its rows are unchanged.`
    : dryRun
      ? `Dry run (${seconds} s): nothing was changed.`
      : `Imported ${source} in ${seconds} s. Next: npm start, with the same DATA_DIR or DATABASE_URL.`;
  const named = firstParty.length > 0 ? firstParty.join(', ') : 'none';
  const applications = `First-party applications: ${named}; ${otherApplications} others (add more with --first-party <key>).`;
  return [done, applications, ...(firstParty.length > 0 ? [LEGACY_MODE] : [])].join('\n');
}

function collect(key: string, keys: readonly string[]): readonly string[] {
  return [...keys, key];
}

const columns: readonly TextColumn<TableReport>[] = [
  { heading: 'TABLE', cell: ({ table }) => table },
  { heading: 'READ', isNumber: true, cell: ({ read }) => String(read) },
  { heading: 'IMPORTED', isNumber: true, cell: ({ imported }) => String(imported) },
  { heading: 'REPAIRED', isNumber: true, cell: ({ repaired }) => String(repaired) },
  { heading: 'SKIPPED', isNumber: true, cell: ({ skipped }) => String(skipped) },
];

/** Formats an import report: the numbers of each table, then the reasons for repaired and skipped rows. */
export function reportText(tables: readonly TableReport[]): string {
  const entries = tables.flatMap(({ table, reasons }) => reasons.map((reason) => ({ table, ...reason })));
  // Tables that were skipped entirely share a line.
  const [wholes, others] = [entries.filter(isWhole), entries.filter((reason) => !isWhole(reason))];
  const joined = [...Map.groupBy(wholes, ({ reason }) => reason).values()].flatMap((same) =>
    same[0] ? [{ ...same[0], table: same.map(({ table }) => table).join(', '), count: total(same) }] : [],
  );
  const lines = [...others, ...joined].map(({ table, kind, count, reason, examples }) => {
    const which = examples.length > 0 ? ` (rows ${examples.join(', ')}${count > examples.length ? ', …' : ''})` : '';
    return `${table}: ${count} ${kind}: ${reason}${which}`;
  });
  return [textTable(columns, tables), ...(lines.length > 0 ? ['', ...lines] : [])].join('\n');
}

const isWhole = ({ examples }: Reason): boolean => examples.length === 0;
const total = (reasons: readonly Reason[]): number => reasons.reduce((sum, { count }) => sum + count, 0);
