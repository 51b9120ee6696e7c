import { Command } from 'commander';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { importJsonl, type JsonlReport } from '../transfer/import/jsonl/import-jsonl.js';
import { OperatorError } from '../config/operator-error.js';
import { verifiedSecretKey } from '../core/secret-key/secret-key-check.js';
import { createLocalImageStore } from '../adapters/storage/local-image-store.js';
import { jsonOption } from './listing.js';
import { progressBar } from './progress-bar.js';
import { textTable, type TextColumn } from './text-table.js';
import { withConnection, withDatabase } from './with-database.js';

/** `import jsonl`: imports the output of `export` into an empty database. */
export function importJsonlCommand(): Command {
  return new Command('jsonl')
    .description('Import the output of export into an empty database, all or nothing. Preserves IDs.')
    .argument('[file]', '- for standard input', '-')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
An export without secrets has no passwords and no tokens: users must reset their password by mail and log in again;
applications get new secrets, which their owners can read. An export with secrets requires the SECRET_KEY of its deployment.

Examples:
  DATA_DIR=./.restored npm run lectern -- import jsonl lectern.jsonl
  gunzip --stdout lectern.jsonl.gz | npm run lectern -- import jsonl`,
    )
    .action(async (file: string, { json }: { readonly json: boolean }) => {
      const report = await runImport(file === '-' ? process.stdin : await opened(file));
      process.stdout.write(`${json ? JSON.stringify(report, null, 2) : told(report)}\n`);
    });
}

async function opened(file: string): Promise<AsyncIterable<Uint8Array>> {
  try {
    return (await open(file)).createReadStream();
  } catch (cause) {
    throw new OperatorError(`${file} cannot be read (${String(Reflect.get(Object(cause), 'code'))}).`, { cause });
  }
}

async function runImport(input: AsyncIterable<Uint8Array>): Promise<JsonlReport> {
  const bar = progressBar('rows');
  try {
    return await withDatabase(async ({ pool }, config) => {
      const key = await verifiedSecretKey(pool, config);
      // Storage failures reach the operator as errors of the import.
      const images = createLocalImageStore(join(config.dataDirectory, 'images'), () => undefined);
      const progress = (done: number, total: number, what: string) => bar.show(done, total, what);
      const report = await withConnection(pool, (client) =>
        importJsonl({ input, client, secretKey: key, images, progress }),
      );
      await pool.query('analyze');
      return report;
    });
  } finally {
    bar.end();
  }
}

const columns: readonly TextColumn<JsonlReport['tables'][number]>[] = [
  { heading: 'TABLE', cell: ({ table }) => table },
  { heading: 'ROWS', isNumber: true, cell: ({ rows }) => String(rows) },
];

function told({ tables, images, newSecrets, withSecrets }: JsonlReport): string {
  const without = withSecrets
    ? []
    : ['The export has no secrets: users must reset their passwords before they can log in.'];
  const renewed = newSecrets === 0 ? [] : [`${newSecrets} applications have new secrets, which their owners can read.`];
  return [textTable(columns, tables), '', `${images} images.`, ...without, ...renewed].join('\n');
}
