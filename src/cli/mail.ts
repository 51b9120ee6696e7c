import { Command } from 'commander';
import { mailListCommand } from './mail-list.js';
import { mailRetryCommand } from './mail-retry.js';
import { mailTestCommand } from './mail-test.js';

/** `mail …`: mail delivery. */
export function mailCommand(): Command {
  return new Command('mail')
    .description('Manage mail delivery')
    .addCommand(mailTestCommand())
    .addCommand(mailListCommand())
    .addCommand(mailRetryCommand());
}
