import { Command } from 'commander';
import { revokeTokens, revokeTokensOf } from '../domain/token/tokens.js';
import { requireConsent, yesOption } from './consent.js';
import { positiveNumber } from './positive-number.js';
import { withDatabase } from './with-database.js';

interface Options {
  readonly user?: string;
  readonly yes: boolean;
}

/** `token revoke`: ends tokens of anybody, by their ids, or all of one user. */
export function tokenRevokeCommand(): Command {
  const revoke = new Command('revoke');
  return revoke
    .description('End access tokens: those of the ids, all or none, or every one of a user.')
    .argument('[ids...]', 'as token list shows them', (text, ids: readonly string[] = []) => [
      ...ids,
      String(positiveNumber(text)),
    ])
    .option('--user <name>', 'every token of this user, in any case')
    .addOption(yesOption())
    .addHelpText(
      'after',
      `
Examples:
  npm run lectern -- token revoke 17 18
  npm run lectern -- token revoke --user host --yes`,
    )
    .action(async (ids: readonly string[], { user, yes }: Options) => {
      if (ids.length > 0 === (user !== undefined)) revoke.error('error: give ids, or --user, and not both');
      const which =
        user === undefined
          ? `the ${ids.length === 1 ? 'token' : 'tokens'} ${ids.join(', ')}`
          : `every token of ${user}`;
      await requireConsent(`End ${which}?`, { yes });
      const count = await withDatabase(({ orm }) => end(orm.em.fork(), ids, user));
      process.stdout.write(`${count} ${count === 1 ? 'token has' : 'tokens have'} ended.\n`);
    });
}

async function end(em: Parameters<typeof revokeTokens>[0], ids: readonly string[], user?: string): Promise<number> {
  if (user !== undefined) return revokeTokensOf(em, user);
  await revokeTokens(em, ids);
  return new Set(ids).size;
}
