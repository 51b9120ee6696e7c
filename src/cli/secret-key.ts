import { Command } from 'commander';
import { replaceSecretKey, type ReplacedSecrets } from '../core/secret-key/secret-key-replacement.js';
import { secretKey } from '../database/secret-key.js';
import { requireConfirmation, yesOption } from './confirmation.js';
import { withConnection, withDatabase } from './with-database.js';

/** `secret-key …`: the key that encrypts stored secrets. */
export function secretKeyCommand(): Command {
  return new Command('secret-key')
    .description('Manage the key that encrypts stored secrets')
    .addCommand(secretKeyReplaceCommand());
}

function secretKeyReplaceCommand(): Command {
  return new Command('replace')
    .description('Replace the key of the database with the current SECRET_KEY, and reissue application secrets.')
    .addOption(yesOption())
    .addHelpText(
      'after',
      `
For a lost or leaked key. Stop the service first, then start every process with the new SECRET_KEY or, if it is unset, with
the file secret-key in DATA_DIR. Accounts, passwords and tokens stay valid. Applications whose secret the new key cannot
decrypt get a new one, which their owners can read; mails that it cannot decrypt are deleted unsent; rate limits are reset.

Example:
  SECRET_KEY=$(cat new-key) npm run lectern -- secret-key replace`,
    )
    .action(async ({ yes }: { readonly yes: boolean }) => {
      await requireConfirmation('Replace application secrets and delete queued mails?', { yes });
      const replaced = await withDatabase(async ({ pool }, config) => {
        const key = await secretKey(config);
        return withConnection(pool, (client) => replaceSecretKey(client, key));
      });
      process.stdout.write(`${reportOf(replaced)}\n`);
    });
}

function reportOf({ applications, mails }: ReplacedSecrets): string {
  return [
    applications.length === 0
      ? 'No application needs a new secret.'
      : `New application secrets, which the owners can read: ${applications.join(', ')}.`,
    ...(mails === 0 ? [] : [`Undecryptable mails deleted unsent: ${mails}.`]),
    'The database now requires this SECRET_KEY: start every process with it.',
  ].join('\n');
}
