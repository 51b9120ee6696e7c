import { Command } from 'commander';
import { rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportText, imageFilesOf } from '../transfer/export/export-text.js';
import { OperatorError } from '../config/operator-error.js';
import { openImageStoreForCommand } from './images.js';
import { newFile, withProgress } from './output.js';
import { withConnection, withDatabase } from './with-database.js';

interface Options {
  readonly out: string;
  readonly withSecrets: boolean;
  readonly withImages: boolean;
}

/** `export`: writes all data as JSON Lines, also while the service runs. */
export function exportCommand(): Command {
  return new Command('export')
    .description('Write a consistent snapshot of all data as JSON Lines, for import jsonl.')
    .option('--out <file>', 'new file, readable only by the current user; - for standard output', '-')
    .option('--with-secrets', 'include password hashes, tokens and encrypted application secrets', false)
    .option('--with-images', 'include the images', false)
    .addHelpText(
      'after',
      `
The export contains all e-mail addresses: protect it like the database. Application secrets stay encrypted: importing them
requires the SECRET_KEY of this deployment. Queued mails are not included.

Examples:
  npm run lectern -- export --with-secrets --with-images --out lectern.jsonl
  npm run --silent lectern -- export | gzip > lectern.jsonl.gz
  npm run --silent lectern -- export | jq -c 'select(.table == "events") | .row.name'`,
    )
    .action(async (options: Options) => {
      if (options.out === '-') return write(process.stdout, options);
      // `flush` syncs the file to disk before the command reports success.
      const file = (await newFile(options.out)).createWriteStream({ flush: true });
      try {
        await write(file, options);
      } catch (error) {
        // Delete a partial export, which could be mistaken for a complete one.
        await rm(options.out);
        throw error;
      }
    });
}

async function write(out: Writable, { withSecrets, withImages }: Options): Promise<void> {
  let failed: unknown;
  try {
    await withProgress('rows', (progress) =>
      withDatabase(({ pool }, config) =>
        withConnection(pool, async (client) => {
          const images = withImages ? imageFilesOf(await openImageStoreForCommand(config)) : null;
          const text = withErrorListener(
            exportText({ client, withSecrets, images, progress }),
            (error) => (failed = error),
          );
          await pipeline(text, out, { end: out !== process.stdout });
        }),
      ),
    );
  } catch (error) {
    // A failing pipeline also destroys its output, so distinguish the two failures.
    if (failed !== undefined || !out.errored) throw failed ?? error;
    throw new OperatorError(`Failed to write the export (${String(Reflect.get(out.errored, 'code'))}).`);
  }
}

/** Passes items through and reports the error that aborted the iteration. */
async function* withErrorListener<Some>(
  some: AsyncIterable<Some>,
  onError: (error: unknown) => void,
): AsyncGenerator<Some> {
  try {
    yield* some;
  } catch (error) {
    onError(error);
    throw error;
  }
}
