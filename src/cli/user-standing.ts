import { Command } from 'commander';
import { changeStanding, type StandingChange } from '../core/account/account-standing.js';
import { requireConsent, yesOption } from './consent.js';
import { withDatabase } from './with-database.js';

interface Change {
  readonly description: string;
  readonly done: (username: string) => string;
  /** Confirmation prompt of a destructive change. */
  readonly question?: (username: string) => string;
}

const changes: Readonly<Record<StandingChange, Change>> = {
  promote: {
    description: 'Grant site administrator rights to an account.',
    done: (username) => `${username} is now a site administrator.`,
  },
  demote: {
    description: 'Revoke site administrator rights. The last site administrator cannot be demoted.',
    done: (username) => `${username} is no longer a site administrator.`,
    question: (username) => `Revoke the site administrator rights of ${username}?`,
  },
  disable: {
    description:
      'Disable an account: hide it, block its login and revoke its tokens. Its content stays. The last site administrator cannot be disabled.',
    done: (username) => `${username} is disabled. To restore the account, run user enable; its tokens stay revoked.`,
    question: (username) => `Disable ${username} and revoke all tokens of the account?`,
  },
  enable: {
    description: 'Enable a disabled account.',
    done: (username) => `${username} is enabled.`,
  },
};

/** `user promote`, `demote`, `disable`, `enable`. */
export function userStandingCommands(): Command[] {
  return (Object.keys(changes) as StandingChange[]).map(standingCommand);
}

function standingCommand(how: StandingChange): Command {
  const { description, done, question } = changes[how];
  const command = new Command(how).description(description).argument('<username>', 'case-insensitive');
  if (question) command.addOption(yesOption());
  return command
    .addHelpText('after', `\nExample:\n  npm run lectern -- user ${how} ada${question ? ' --yes' : ''}`)
    .action(async (username: string, { yes = false }: { readonly yes?: boolean }) => {
      if (question) await requireConsent(question(username), { yes });
      await withDatabase(({ orm }) => changeStanding(orm.em, username, how));
      process.stdout.write(`${done(username)}\n`);
    });
}
