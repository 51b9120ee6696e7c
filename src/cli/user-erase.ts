import { Command } from 'commander';
import { eraseUser, type Erased } from '../domain/account/user-erasure.js';
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

/** `user erase`: for somebody who wants to be forgotten. */
export function userEraseCommand(): Command {
  return new Command('erase')
    .description(
      'Delete an account for good, disabled or not. What it has said stays, as nobody’s, and so do its names on talks. The last site administrator stays.',
    )
    .argument('<username>', 'in any case')
    .addOption(jsonOption())
    .addOption(yesOption())
    .addHelpText(
      'after',
      `
It tells of every kind of rows how many there were, and what has become of them: deleted, anonymous, or emptied of the person's
name and address. Logs, backups and mails keep what they hold: docs/privacy.md says for how long.

Examples:
  npm run lectern -- user erase ada
  npm run --silent lectern -- user erase ada --yes --json > erased.json`,
    )
    .action(async (username: string, { json, yes }: Options) => {
      await requireConsent(`Delete the account of ${username} for good?`, { yes });
      const erased = await withDatabase(({ orm }) => eraseUser(orm.em, username));
      process.stdout.write(`${json ? JSON.stringify(erased, null, 2) : textTable(columns, erased)}\n`);
    });
}
