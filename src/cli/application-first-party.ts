import { Command } from 'commander';
import { setFirstParty } from '../domain/application/operator-applications.js';
import { requireConsent, yesOption } from './consent.js';
import { withDatabase } from './with-database.js';

interface Options {
  readonly off: boolean;
  readonly yes: boolean;
}

/** `application first-party <key>`: whether an application belongs to the service itself. */
export function applicationFirstPartyCommand(): Command {
  return new Command('first-party')
    .description(
      'Say that an application belongs to the service itself: people may manage their accounts and tokens in it.',
    )
    .argument('<key>', 'as application list shows it')
    .option('--off', 'it does not, any more', false)
    .addOption(yesOption())
    .addHelpText(
      'after',
      `
Examples:
  npm run lectern -- application first-party web2
  npm run lectern -- application first-party web2 --off --yes`,
    )
    .action(async (key: string, { off, yes }: Options) => {
      if (off) await requireConsent(`Keep people from managing their accounts in the application ${key}?`, { yes });
      await withDatabase(({ orm }) => setFirstParty(orm.em.fork(), key, !off));
      process.stdout.write(`${key} ${off ? 'does not belong' : 'belongs'} to the service itself.\n`);
    });
}
