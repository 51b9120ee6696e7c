import { Command, InvalidArgumentError } from 'commander';
import { join } from 'node:path';
import { createEventImageFiles } from '../adapters/images/event-image-files.js';
import {
  importEvent,
  importSteps,
  type EventImportRequest,
  type ImportedEvent,
} from '../transfer/import/conference/import-event.js';
import { createLocalImageStore } from '../adapters/storage/local-image-store.js';
import { progressBar } from './progress-bar.js';
import { reportText } from './report-text.js';
import { withDatabase } from './with-database.js';

interface Options {
  readonly from: URL;
  readonly host?: string;
  readonly accounts: boolean;
  readonly verbatim: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** `import event --from https://…/v2.1/events/5`: imports one conference from any v2.1 server. */
export function importEventCommand(): Command {
  return new Command('event')
    .description('Import one event, with its tracks, talks, speakers, links and comments, from any v2.1 server.')
    .requiredOption('--from <address>', 'URL of the event in the API; no other server is contacted', webAddress)
    .option('--host <username>', 'user who becomes the host of the event')
    .option(
      '--accounts',
      'treat equal usernames on both servers as one person: link speakers, hosts and authors',
      false,
    )
    .option('--verbatim', 'do not decode HTML entities: the server, such as Lectern, stores texts verbatim', false)
    .option('--dry-run', 'run the import, report, then roll back', false)
    .option('--json', 'print the report as JSON', false)
    .addHelpText(
      'after',
      '\nExample:\n  npm run lectern -- import event --from https://api.example.org/v2.1/events/5 --host ada --dry-run',
    )
    .action(async ({ from, host, accounts: samePeople, verbatim: verbatimTexts, dryRun, json }: Options) => {
      const imported = await runImport({ from, host, samePeople, verbatimTexts, dryRun });
      process.stdout.write(json ? `${JSON.stringify({ ...imported, dryRun }, null, 2)}\n` : told(imported, dryRun));
    });
}

async function runImport(request: EventImportRequest): Promise<ImportedEvent> {
  const bar = progressBar('steps');
  try {
    return await withDatabase(({ pool }, { dataDirectory }) => {
      // Storage failures reach the operator as errors of the import.
      const files = createEventImageFiles(createLocalImageStore(join(dataDirectory, 'images'), () => undefined));
      return importEvent(request, { pool, files, progress: (step, what) => bar.show(step, importSteps, what) });
    });
  } finally {
    bar.end();
  }
}

function told({ eventId, source, left, report }: ImportedEvent, dryRun: boolean): string {
  const outcome = dryRun ? 'Dry run: nothing was changed.' : `Imported ${source} as event ${eventId}.`;
  return [reportText(report), '', ...left, outcome, ''].join('\n');
}

function webAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  throw new InvalidArgumentError('Must be a URL such as https://api.example.org/v2.1/events/5.');
}
