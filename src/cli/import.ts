import { InvalidArgumentError, type Command } from 'commander';
import { open } from 'node:fs/promises';
import { createEventImageFiles } from '../adapters/images/event-image-files.js';
import {
  importEvent,
  importSteps,
  type EventImportRequest,
  type ImportedEvent,
} from '../transfer/import/conference/import-event.js';
import { importJsonl, type JsonlReport } from '../transfer/import/jsonl/import-jsonl.js';
import { OperatorError } from '../config/operator-error.js';
import { verifiedSecretKey } from '../core/secret-key/secret-key-check.js';
import { openImageStoreForCommand } from './images.js';
import { importLegacyCommand, reportText } from './import-legacy.js';
import { importScheduleCommand } from './import-schedule.js';
import { withProgress } from './output.js';
import { withDatabase, withConnection } from './with-database.js';
import { OperatorCommand, jsonOption, textTable, type TextColumn } from './listing.js';

/** `import …`: imports from other servers and from exports. */
export function importCommand(): Command {
  return new OperatorCommand('import')
    .description('Import conferences, schedules or a complete export')
    .addCommand(importEventCommand())
    .addCommand(importScheduleCommand())
    .addCommand(importLegacyCommand())
    .addCommand(importJsonlCommand());
}

interface EventOptions {
  readonly from: URL;
  readonly host?: string;
  readonly accounts: boolean;
  readonly verbatim: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** `import event --from https://…/v2.1/events/5`: imports one conference from any v2.1 server. */
function importEventCommand(): Command {
  return new OperatorCommand('event')
    .description('Import one event, with its tracks, talks, speakers, links and comments, from any v2.1 server.')
    .requiredOption('--from <address>', 'URL of the event in the API; no other server is contacted', webAddress)
    .option('--host <username>', 'user who becomes the host of the event')
    .option(
      '--accounts',
      'treat equal usernames on both servers as one person: link speakers, hosts and authors',
      false,
    )
    .option('--verbatim', 'do not decode HTML entities; for servers that store texts verbatim, such as Lectern', false)
    .option('--dry-run', 'run the import, report, then roll back', false)
    .option('--json', 'print the report as JSON', false)
    .examples('npm run lectern -- import event --from https://api.example.org/v2.1/events/5 --host ada --dry-run')
    .action(async ({ from, host, accounts: samePeople, verbatim: verbatimTexts, dryRun, json }: EventOptions) => {
      const imported = await runEventImport({ from, host, samePeople, verbatimTexts, dryRun });
      process.stdout.write(
        json ? `${JSON.stringify({ ...imported, dryRun }, null, 2)}\n` : eventOutcome(imported, dryRun),
      );
    });
}

function runEventImport(request: EventImportRequest): Promise<ImportedEvent> {
  return withProgress('steps', (show) =>
    withDatabase(async ({ pool }, config) => {
      const files = createEventImageFiles(await openImageStoreForCommand(config));
      return importEvent(request, { pool, files, progress: (step, what) => show(step, importSteps, what) });
    }),
  );
}

function eventOutcome({ eventId, source, left, report }: ImportedEvent, dryRun: boolean): string {
  const outcome = dryRun ? 'Dry run: nothing was changed.' : `Imported ${source} as event ${eventId}.`;
  return [reportText(report), '', ...left, outcome, ''].join('\n');
}

function webAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  throw new InvalidArgumentError('Must be a URL such as https://api.example.org/v2.1/events/5.');
}

/** `import jsonl`: imports the output of `export` into an empty database. */
function importJsonlCommand(): Command {
  return new OperatorCommand('jsonl')
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
      const report = await runJsonlImport(file === '-' ? process.stdin : await openInput(file));
      process.stdout.write(`${json ? JSON.stringify(report, null, 2) : jsonlOutcome(report)}\n`);
    });
}

async function openInput(file: string): Promise<AsyncIterable<Uint8Array>> {
  try {
    return (await open(file)).createReadStream();
  } catch (cause) {
    throw new OperatorError(`${file} cannot be read (${String(Reflect.get(Object(cause), 'code'))}).`, { cause });
  }
}

function runJsonlImport(input: AsyncIterable<Uint8Array>): Promise<JsonlReport> {
  return withProgress('rows', (progress) =>
    withDatabase(
      async ({ pool }, config) => {
        const secretKey = await verifiedSecretKey(pool, config);
        const images = await openImageStoreForCommand(config);
        const report = await withConnection(pool, (client) =>
          importJsonl({ input, client, secretKey, images, progress }),
        );
        await pool.query('analyze');
        return report;
      },
      { mayCreate: true },
    ),
  );
}

const columns: readonly TextColumn<JsonlReport['tables'][number]>[] = [
  { heading: 'TABLE', cell: ({ table }) => table },
  { heading: 'ROWS', isNumber: true, cell: ({ rows }) => String(rows) },
];

function jsonlOutcome({ tables, images, newSecrets, withSecrets }: JsonlReport): string {
  const without = withSecrets
    ? []
    : ['The export has no secrets: users must reset their passwords before they can log in.'];
  const renewed = newSecrets === 0 ? [] : [`${newSecrets} applications have new secrets, which their owners can read.`];
  return [textTable(columns, tables), '', `${images} images.`, ...without, ...renewed].join('\n');
}
