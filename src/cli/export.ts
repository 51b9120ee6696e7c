import { Command } from 'commander';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportText } from '../exports/export-text.js';
import { imageFilesIn } from '../exports/image-files.js';
import { OperatorError } from '../operator-error.js';
import { newFile } from './new-file.js';
import { progressBar } from './progress-bar.js';
import { withConnection, withDatabase } from './with-database.js';

interface Options {
  readonly out: string;
  readonly withSecrets: boolean;
  readonly withImages: boolean;
}

/** `export`: everything as JSON Lines, also while the service runs. */
export function exportCommand(): Command {
  return new Command('export')
    .description('Write everything that is stored as JSON Lines, as it is at one moment. import jsonl reads it.')
    .option('--out <file>', 'a new file, which only this account may read; - is standard output', '-')
    .option('--with-secrets', 'also password hashes, tokens and the sealed secrets of applications', false)
    .option('--with-images', 'also the images that lie in DATA_DIR', false)
    .addHelpText(
      'after',
      `
It holds the e-mail addresses of everybody: keep it as you keep the database. Secrets of applications stay sealed: they need
the SECRET_KEY of this deployment where they are imported. Mails that wait to be sent are not part of it.

Examples:
  npm run lectern -- export --with-secrets --with-images --out lectern.jsonl
  npm run --silent lectern -- export | gzip > lectern.jsonl.gz
  npm run --silent lectern -- export | jq -c 'select(.table == "events") | .row.name'`,
    )
    .action(async (options: Options) => {
      if (options.out === '-') return write(process.stdout, options);
      // With `flush` it is on the disk when this command says that it is.
      const file = (await newFile(options.out)).createWriteStream({ flush: true });
      try {
        await write(file, options);
      } catch (error) {
        // Half an export would only be taken for a whole one.
        await rm(options.out);
        throw error;
      }
    });
}

async function write(out: Writable, { withSecrets, withImages }: Options): Promise<void> {
  const bar = progressBar('rows');
  let failed: unknown;
  try {
    await withDatabase(({ pool }, { dataDirectory }) =>
      withConnection(pool, (client) => {
        const images = withImages ? imageFilesIn(join(dataDirectory, 'images')) : null;
        const progress = (done: number, total: number, table: string) => bar.show(done, total, table);
        const text = toldOf(exportText({ client, withSecrets, images, progress }), (error) => (failed = error));
        return pipeline(text, out, { end: out !== process.stdout });
      }),
    );
  } catch (error) {
    // A pipeline that breaks off tells its end that it did.
    if (failed !== undefined || !out.errored) throw failed ?? error;
    throw new OperatorError(`The export cannot be written on (${String(Reflect.get(out.errored, 'code'))}).`);
  } finally {
    bar.end();
  }
}

/** The same, telling somebody why it broke off. */
async function* toldOf<Some>(some: AsyncIterable<Some>, tell: (error: unknown) => void): AsyncGenerator<Some> {
  try {
    yield* some;
  } catch (error) {
    tell(error);
    throw error;
  }
}
