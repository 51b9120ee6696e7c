import { Command } from 'commander';
import { text as textOf } from 'node:stream/consumers';
import { personalData } from '../transfer/export/personal-data.js';
import { eraseUser, type Erased } from '../core/account/user-deletion.js';
import { writeNewFile } from './output.js';
import { withConnection, withDatabase } from './with-database.js';
import { requireConfirmation, yesOption } from './prompts.js';
import { jsonOption, textTable, type TextColumn } from './listing.js';

/** `user export`: handles data access requests. */
export function userExportCommand(): Command {
  return new Command('export')
    .description('Write a consistent snapshot of all data about one person as JSON, without secrets.')
    .argument('<username>', 'case-insensitive; the account may be disabled')
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
      const text = await withDatabase(({ pool }) =>
        withConnection(pool, (client) => textOf(personalData(client, username))),
      );
      if (out === '-') process.stdout.write(text);
      else await writeNewFile(out, [text]);
    });
}

interface Options {
  readonly json: boolean;
  readonly yes: boolean;
}

const columns: readonly TextColumn<Erased>[] = [
  { heading: 'RECORDS', cell: ({ records }) => records },
  { heading: 'ROWS', isNumber: true, cell: ({ rows }) => String(rows) },
  { heading: 'AFTERWARDS', cell: ({ afterwards }) => afterwards },
];

/** `user erase`: handles erasure requests. */
export function userEraseCommand(): Command {
  return new Command('erase')
    .description(
      'Permanently delete an account, enabled or disabled. Its content is kept anonymously; its speaker names on talks are kept. The last site administrator cannot be deleted.',
    )
    .argument('<username>', 'case-insensitive')
    .addOption(jsonOption())
    .addOption(yesOption())
    .addHelpText(
      'after',
      `
Reports how many rows of each kind were deleted, made anonymous, or cleared of the person's name and address (emptied).
Logs, backups and mails are not changed: see docs/privacy.md for their retention.

Examples:
  npm run lectern -- user erase ada
  npm run --silent lectern -- user erase ada --yes --json > erased.json`,
    )
    .action(async (username: string, { json, yes }: Options) => {
      await requireConfirmation(`Permanently delete the account of ${username}?`, { yes });
      const erased = await withDatabase(({ orm }) => eraseUser(orm.em, username));
      process.stdout.write(`${json ? JSON.stringify(erased, null, 2) : textTable(columns, erased)}\n`);
    });
}
