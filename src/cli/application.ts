import { Command } from 'commander';
import { applicationCreateCommand } from './application-create.js';
import { applicationFirstPartyCommand } from './application-first-party.js';
import { applicationListCommand } from './application-list.js';

/** `application …`: programs in which people log in. */
export function applicationCommand(): Command {
  return new Command('application')
    .description('Applications in which people log in')
    .addCommand(applicationCreateCommand())
    .addCommand(applicationListCommand())
    .addCommand(applicationFirstPartyCommand());
}
