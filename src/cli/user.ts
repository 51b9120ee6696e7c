import { Command } from 'commander';
import { userCreateCommand } from './user-create.js';
import { userEraseCommand } from './user-erase.js';
import { userExportCommand } from './user-export.js';
import { userListCommand } from './user-list.js';
import { userPasswordCommand } from './user-password.js';
import { userRandomAvatarCommand } from './user-random-avatar.js';
import { userStandingCommands } from './user-standing.js';

/** `user …`: accounts. */
export function userCommand(): Command {
  const user = new Command('user')
    .description('Manage accounts')
    .addCommand(userCreateCommand())
    .addCommand(userListCommand());
  for (const command of userStandingCommands()) user.addCommand(command);
  user.addCommand(userPasswordCommand()).addCommand(userRandomAvatarCommand());
  return user.addCommand(userExportCommand()).addCommand(userEraseCommand());
}
