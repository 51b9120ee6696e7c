import { Command, InvalidArgumentError } from 'commander';
import { join } from 'node:path';
import { createEventImageFiles } from '../images/event-image-files.js';
import {
  importEvent,
  importSteps,
  type EventImportRequest,
  type ImportedEvent,
} from '../imports/event/import-event.js';
import { createLocalImageStore } from '../storage/local-image-store.js';
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

/** `import event --from https://…/v2.1/events/5`: one conference from any server that speaks v2.1. */
export function importEventCommand(): Command {
  return new Command('event')
    .description('Import one event, with its tracks, talks, speakers, links and comments, from any server of v2.1.')
    .requiredOption('--from <address>', 'the event in the API of that server; no other server is asked', webAddress)
    .option('--host <username>', 'who becomes its host here')
    .option(
      '--accounts',
      'people of one username are the same on both servers: link speakers, hosts and authors',
      false,
    )
    .option(
      '--verbatim',
      'that server, such as a Lectern, keeps texts as written: do not decode &amp; and the like',
      false,
    )
    .option('--dry-run', 'do everything, report, and take it all back', false)
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
      // What goes wrong in the store reaches the operator as an error of the import.
      const files = createEventImageFiles(createLocalImageStore(join(dataDirectory, 'images'), () => undefined));
      return importEvent(request, { pool, files, progress: (step, what) => bar.show(step, importSteps, what) });
    });
  } finally {
    bar.end();
  }
}

function told({ eventId, source, left, report }: ImportedEvent, dryRun: boolean): string {
  const outcome = dryRun ? 'A dry run: nothing was changed.' : `${source} is event ${eventId} here.`;
  return [reportText(report), '', ...left, outcome, ''].join('\n');
}

function webAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  throw new InvalidArgumentError('It must be an address such as https://api.example.org/v2.1/events/5.');
}
