import { Command } from 'commander';
import { changeStanding, type StandingChange } from '../domain/account/account-standing.js';
import { requireConsent, yesOption } from './consent.js';
import { withDatabase } from './with-database.js';

interface Change {
  readonly description: string;
  readonly done: (username: string) => string;
  /** Asked before something is taken away. */
  readonly question?: (username: string) => string;
}

const changes: Readonly<Record<StandingChange, Change>> = {
  promote: {
    description: 'Make an account a site administrator.',
    done: (username) => `${username} is a site administrator.`,
  },
  demote: {
    description: 'Make a site administrator an ordinary user. The last one stays.',
    done: (username) => `${username} is no site administrator any more.`,
    question: (username) => `Take the administration of the site from ${username}?`,
  },
  disable: {
    description:
      'Close an account: it is not shown, nobody logs in to it, and its tokens end. What it has said stays. The last site administrator stays.',
    done: (username) => `${username} is disabled: user enable opens the account again, and new tokens are needed then.`,
    question: (username) => `Disable ${username}, and end all tokens of the account?`,
  },
  enable: {
    description: 'Open a disabled account again.',
    done: (username) => `${username} is enabled.`,
  },
};

/** `user promote`, `demote`, `disable`, `enable`. */
export function userStandingCommands(): Command[] {
  return (Object.keys(changes) as StandingChange[]).map(standingCommand);
}

function standingCommand(how: StandingChange): Command {
  const { description, done, question } = changes[how];
  const command = new Command(how).description(description).argument('<username>', 'in any case');
  if (question) command.addOption(yesOption());
  return command
    .addHelpText('after', `\nExample:\n  npm run lectern -- user ${how} ada${question ? ' --yes' : ''}`)
    .action(async (username: string, { yes = false }: { readonly yes?: boolean }) => {
      if (question) await requireConsent(question(username), { yes });
      await withDatabase(({ orm }) => changeStanding(orm.em, username, how));
      process.stdout.write(`${done(username)}\n`);
    });
}
