import { Command } from 'commander';
import { rm } from 'node:fs/promises';
import { personalData } from '../transfer/export/personal-data.js';
import { newFile } from './new-file.js';
import { withConnection, withDatabase } from './with-database.js';

/** `user export`: handles data access requests. */
export function userExportCommand(): Command {
  return new Command('export')
    .description('Write a consistent snapshot of all data about one person as JSON, without secrets.')
    .argument('<username>', 'case-insensitive; also of a disabled account')
    .option('--out <file>', 'new file, readable only by the current user; - for standard output', '-')
    .addHelpText(
      'after',
      `
Logs, backups and queued mails are not included: see docs/privacy.md for their contents.

Examples:
  npm run lectern -- user export ada --out ada.json
  npm run --silent lectern -- user export ada | jq '.records.talkComments[].comment'`,
    )
    .action(async (username: string, { out }: { readonly out: string }) => {
      const data = await withDatabase(({ pool }) => withConnection(pool, (client) => personalData(client, username)));
      const text = `${JSON.stringify(data, null, 2)}\n`;
      if (out === '-') process.stdout.write(text);
      else await writeNew(out, text);
    });
}

async function writeNew(path: string, text: string): Promise<void> {
  const file = await newFile(path);
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    // Delete a partial export, which could be mistaken for a complete one.
    await rm(path);
    throw error;
  } finally {
    await file.close();
  }
}
