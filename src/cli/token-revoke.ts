import { Command } from 'commander';
import { revokeTokens, revokeTokensOf } from '../core/application/tokens.js';
import { requireConsent, yesOption } from './consent.js';
import { positiveNumber } from './positive-number.js';
import { withDatabase } from './with-database.js';

interface Options {
  readonly user?: string;
  readonly yes: boolean;
}

/** `token revoke`: revokes tokens of any user, by ID or all of one user. */
export function tokenRevokeCommand(): Command {
  const revoke = new Command('revoke');
  return revoke
    .description('Revoke access tokens: those with the given IDs (all or none), or all tokens of a user.')
    .argument('[ids...]', 'token IDs (see token list)', (text, ids: readonly string[] = []) => [
      ...ids,
      String(positiveNumber(text)),
    ])
    .option('--user <name>', 'revoke all tokens of this user (case-insensitive)')
    .addOption(yesOption())
    .addHelpText(
      'after',
      `
Examples:
  npm run lectern -- token revoke 17 18
  npm run lectern -- token revoke --user host --yes`,
    )
    .action(async (ids: readonly string[], { user, yes }: Options) => {
      if (ids.length > 0 === (user !== undefined)) revoke.error('error: specify either IDs or --user');
      const which =
        user === undefined ? `${ids.length === 1 ? 'token' : 'tokens'} ${ids.join(', ')}` : `all tokens of ${user}`;
      await requireConsent(`Revoke ${which}?`, { yes });
      const count = await withDatabase(({ orm }) => end(orm.em.fork(), ids, user));
      process.stdout.write(`${count} ${count === 1 ? 'token' : 'tokens'} revoked.\n`);
    });
}

async function end(em: Parameters<typeof revokeTokens>[0], ids: readonly string[], user?: string): Promise<number> {
  if (user !== undefined) return revokeTokensOf(em, user);
  await revokeTokens(em, ids);
  return new Set(ids).size;
}
