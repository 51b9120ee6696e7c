import { randomUUID } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { readConfig } from '../config/config.js';
import { sendTestMail } from '../adapters/mail/test-mail.js';
import { OperatorError } from '../config/operator-error.js';

/** The command prints the outcome instead of logging it. */
const silent = { info: () => undefined };

/** `mail test`: sends one message immediately, bypassing the queue, and prints the server's response. */
export function mailTestCommand(): Command {
  return new Command('test')
    .description('Send a test mail with the configured settings, and report whether the mail server accepts it.')
    .requiredOption('--to <address>', 'recipient', address)
    .addHelpText(
      'after',
      `
Example:
  npm run lectern -- mail test --to ada@example.org`,
    )
    .action(async ({ to }: { readonly to: string }) => {
      const config = readConfig();
      try {
        const sent = await sendTestMail({ ...config, settings: config.mail, log: silent }, to, randomUUID());
        process.stdout.write(`${sent}\n`);
      } catch (error) {
        if (error instanceof OperatorError) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        throw new OperatorError(`The test mail was not accepted: ${reason}. Check SMTP_URL and MAIL_FROM.`, {
          cause: error,
        });
      }
    });
}

function address(text: string): string {
  if (!/^[^\s<>@,;:"()]+@[^\s<>@,;:"()]+$/.test(text)) {
    throw new InvalidArgumentError('Must be an address such as help@example.org.');
  }
  return text;
}
