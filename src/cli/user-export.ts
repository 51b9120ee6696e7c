import { Command } from 'commander';
import { rm } from 'node:fs/promises';
import { personalData } from '../exports/personal-data.js';
import { newFile } from './new-file.js';
import { withConnection, withDatabase } from './with-database.js';

/** `user export`: for somebody who asks what is stored about them. */
export function userExportCommand(): Command {
  return new Command('export')
    .description('Write everything that is stored about one person as JSON, as it is at one moment; without secrets.')
    .argument('<username>', 'in any case; also of a disabled account')
    .option('--out <file>', 'a new file, which only this account may read; - is standard output', '-')
    .addHelpText(
      'after',
      `
Logs, backups and mails that wait are not part of it: docs/privacy.md says what they hold.

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
    // Half of it would only be taken for all of it.
    await rm(path);
    throw error;
  } finally {
    await file.close();
  }
}
