import { Command } from 'commander';
import { open, writeFile } from 'node:fs/promises';
import { withPassword } from '../database/settings.js';
import { importLegacy, type LegacyReport } from '../imports/legacy/import-legacy.js';
import { openLegacySource } from '../imports/legacy/source.js';
import { OperatorError } from '../operator-error.js';
import { secretKey } from '../secret-key.js';
import { chosenPassword } from './chosen-password.js';
import { progressBar } from './progress-bar.js';
import { reportText } from './report-text.js';
import { withConnection, withDatabase } from './with-database.js';

interface Options {
  readonly from: string;
  readonly firstParty: readonly string[];
  readonly dryRun: boolean;
  readonly report?: string;
  readonly json: boolean;
  readonly passwordStdin: boolean;
}

/** `import legacy --from mysql://…`: a whole legacy deployment, into an empty database. */
export function importLegacyCommand(): Command {
  return new Command('legacy')
    .description('Import the MySQL or MariaDB database of a legacy deployment into an empty one. Ids are kept.')
    .requiredOption('--from <address>', 'mysql://user:password@host:port/database; it is only read')
    .option(
      '--password-stdin',
      'read its password from standard input: every process of the machine sees arguments',
      false,
    )
    .option('--first-party <key>', 'an application that belongs to the service itself; may be repeated', gather, [])
    .option('--dry-run', 'do everything, report, and take it all back', false)
    .option('--report <file>', 'write the report as JSON too')
    .option('--json', 'print the report as JSON', false)
    .addHelpText(
      'after',
      `
Rows that cannot be kept as they are, are repaired or left out by a rule, and counted: the report names each rule.
Interrupted? Run the same command again: it goes on where it was. Secrets of applications are sealed with SECRET_KEY, or
with a key in DATA_DIR: import with the one that the service will have.

Example:
  npm run lectern -- import legacy --from mysql://reader:secret@127.0.0.1:3306/legacy --first-party web2 --dry-run`,
    )
    .action(async ({ from, firstParty, dryRun, report: file, json, passwordStdin }: Options) => {
      const started = Date.now();
      if (file !== undefined) await requireWritable(file);
      const source = passwordStdin && URL.canParse(from) ? await withGivenPassword(from) : from;
      const report = await runImport(source, firstParty, dryRun);
      const asJson = `${JSON.stringify({ ...report, dryRun }, null, 2)}\n`;
      if (file !== undefined) await writeFile(file, asJson);
      const table = report.wasFinished ? '' : `${reportText(report.tables)}\n\n`;
      process.stdout.write(json ? asJson : `${table}${outcome(report, dryRun, started)}\n`);
    });
}

async function withGivenPassword(address: string): Promise<string> {
  const { password } = await chosenPassword({ passwordStdin: true });
  return withPassword(address, password) ?? address;
}

/** Before anything is done: a report that cannot be written would be lost. */
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
  const bar = progressBar('rows');
  try {
    return await withDatabase(async ({ pool }, config) => {
      const progress = (done: number, total: number, table: string) => bar.show(done, total, table);
      const key = await secretKey(config);
      const report = await withConnection(pool, (client) =>
        importLegacy({ source, client, secretKey: key, firstParty, dryRun, progress }),
      );
      if (!dryRun) await pool.query('analyze');
      return report;
    });
  } finally {
    bar.end();
    await source.close();
  }
}

function outcome(report: LegacyReport, dryRun: boolean, started: number): string {
  const { source, wasFinished, firstParty, otherApplications } = report;
  const seconds = Math.round((Date.now() - started) / 1000);
  const done = wasFinished
    ? `${source} had been imported before: its rows were left as they are.`
    : dryRun
      ? `A dry run of ${seconds} s: nothing was changed.`
      : `${source} is imported, in ${seconds} s. Next: npm start, with the same DATA_DIR or DATABASE_URL.`;
  const named = firstParty.length > 0 ? firstParty.join(', ') : 'none';
  return `${done}\nFirst-party applications: ${named}; ${otherApplications} others (--first-party <key> names more).`;
}

function gather(key: string, keys: readonly string[]): readonly string[] {
  return [...keys, key];
}
