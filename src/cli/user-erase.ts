import { Command } from 'commander';
import { eraseUser, type Erased } from '../core/account/user-erasure.js';
import { requireConsent, yesOption } from './consent.js';
import { jsonOption } from './listing.js';
import { textTable, type TextColumn } from './text-table.js';
import { withDatabase } from './with-database.js';

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
      'Permanently delete an account, enabled or disabled. Its content stays, anonymized; its names on talks stay. The last site administrator cannot be deleted.',
    )
    .argument('<username>', 'case-insensitive')
    .addOption(jsonOption())
    .addOption(yesOption())
    .addHelpText(
      'after',
      `
Reports the number of rows of each kind and their fate: deleted, anonymous, or emptied of the person's name and address.
Logs, backups and mails are not changed: see docs/privacy.md for their retention.

Examples:
  npm run lectern -- user erase ada
  npm run --silent lectern -- user erase ada --yes --json > erased.json`,
    )
    .action(async (username: string, { json, yes }: Options) => {
      await requireConsent(`Permanently delete the account of ${username}?`, { yes });
      const erased = await withDatabase(({ orm }) => eraseUser(orm.em, username));
      process.stdout.write(`${json ? JSON.stringify(erased, null, 2) : textTable(columns, erased)}\n`);
    });
}
