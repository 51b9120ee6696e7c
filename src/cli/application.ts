import { Command } from 'commander';
import { applicationCreateCommand } from './application-create.js';
import { applicationEditCommand } from './application-edit.js';
import { applicationFirstPartyCommand } from './application-first-party.js';
import { applicationListCommand } from './application-list.js';

/** `application …`: client applications. */
export function applicationCommand(): Command {
  return new Command('application')
    .description('Manage client applications')
    .addCommand(applicationCreateCommand())
    .addCommand(applicationListCommand())
    .addCommand(applicationEditCommand())
    .addCommand(applicationFirstPartyCommand());
}
