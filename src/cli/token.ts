import { Command } from 'commander';
import { tokenCreateCommand } from './token-create.js';
import { tokenListCommand } from './token-list.js';
import { tokenRevokeCommand } from './token-revoke.js';

/** `token …`: access tokens. */
export function tokenCommand(): Command {
  return new Command('token')
    .description('Manage access tokens')
    .addCommand(tokenCreateCommand())
    .addCommand(tokenListCommand())
    .addCommand(tokenRevokeCommand());
}
