import { Command } from 'commander';
import { setFirstParty } from '../core/application/operator-applications.js';
import { requireConsent, yesOption } from './consent.js';
import { withDatabase } from './with-database.js';

interface Options {
  readonly off: boolean;
  readonly yes: boolean;
}

/** `application first-party <key>`: sets or clears the first-party flag. */
export function applicationFirstPartyCommand(): Command {
  return new Command('first-party')
    .description('Mark an application as first-party: users may manage their accounts and tokens through it.')
    .argument('<key>', 'application key (see application list)')
    .option('--off', 'clear the first-party flag', false)
    .addOption(yesOption())
    .addHelpText(
      'after',
      `
Examples:
  npm run lectern -- application first-party web2
  npm run lectern -- application first-party web2 --off --yes`,
    )
    .action(async (key: string, { off, yes }: Options) => {
      if (off) await requireConsent(`Withdraw account management from application ${key}?`, { yes });
      await withDatabase(({ orm }) => setFirstParty(orm.em.fork(), key, !off));
      process.stdout.write(`${key} ${off ? 'is no longer' : 'is now'} a first-party application.\n`);
    });
}
