import type { Command } from 'commander';
import { createOperatorToken, revokeTokens, revokeTokensOf } from '../core/application/tokens.js';
import { OperatorError } from '../config/operator-error.js';
import { listedTokens, type ListedToken } from '../core/reads/operator-lists.js';
import { withDatabase } from './with-database.js';
import {
  OperatorCommand,
  jsonOption,
  limitOption,
  list,
  shortTime,
  type ListOptions,
  type TextColumn,
  positiveNumber,
} from './listing.js';
import { requireConfirmation, yesOption } from './prompts.js';

/** `token …`: access tokens. */
export function tokenCommand(): Command {
  return new OperatorCommand('token')
    .description('Manage access tokens')
    .addCommand(tokenCreateCommand())
    .addCommand(tokenListCommand())
    .addCommand(tokenRevokeCommand());
}

/** `token create --user <name>`: prints the token and nothing else, for scripts. */
function tokenCreateCommand(): Command {
  return new OperatorCommand('create')
    .description('Create an access token for a user and print it. Only its hash is stored: it cannot be shown again.')
    .requiredOption('--user <name>', 'username (case-insensitive)')
    .examples('curl -H "Authorization: Bearer $(npm run --silent lectern -- token create --user host)" …')
    .action(async ({ user }: { readonly user: string }) => {
      const token = await withDatabase(({ orm }) => createOperatorToken(orm.em.fork(), user));
      if (token === null) {
        throw new OperatorError(`No active user "${user}": look up the username and try again.`);
      }
      process.stdout.write(`${token}\n`);
    });
}

interface TokenListOptions extends ListOptions {
  readonly user?: string;
}

const columns: readonly TextColumn<ListedToken>[] = [
  { heading: 'ID', isNumber: true, cell: ({ id }) => id },
  { heading: 'USER', cell: ({ username }) => username },
  { heading: 'APPLICATION', cell: ({ application }) => application ?? '-' },
  { heading: 'CREATED (UTC)', cell: ({ createdAt }) => shortTime(createdAt) },
  { heading: 'LAST USED (UTC)', cell: ({ lastUsedAt }) => shortTime(lastUsedAt) },
  { heading: 'EXPIRES (UTC)', cell: ({ expiresAt }) => shortTime(expiresAt) },
];

const tokens = { statement: listedTokens, columns, emptyText: 'No tokens.' };

/** `token list`: lists the metadata of tokens; the tokens themselves are stored hashed. */
function tokenListCommand(): Command {
  return new OperatorCommand('list')
    .description('List access tokens. The tokens themselves are not stored.')
    .option('--user <name>', 'only tokens of this user (case-insensitive)')
    .addOption(limitOption())
    .addOption(jsonOption())
    .examples(
      'npm run lectern -- token list --user host',
      "npm run --silent lectern -- token list --json --limit 10000 | jq '.[] | select(.lastUsedAt == null)'",
    )
    .action(async ({ user, ...options }: TokenListOptions) => {
      await list(tokens, { username: user ?? null }, options);
    });
}

interface RevokeOptions {
  readonly user?: string;
  readonly yes: boolean;
}

/** `token revoke`: revokes tokens of any user, by ID or all of one user. */
function tokenRevokeCommand(): Command {
  const revoke = new OperatorCommand('revoke');
  return revoke
    .description('Revoke access tokens: those with the given IDs (all or none), or all tokens of a user.')
    .argument('[ids...]', 'token IDs (see token list)', (text, ids: readonly string[] = []) => [
      ...ids,
      String(positiveNumber(text)),
    ])
    .option('--user <name>', 'revoke all tokens of this user (case-insensitive)')
    .addOption(yesOption())
    .examples('npm run lectern -- token revoke 17 18', 'npm run lectern -- token revoke --user host --yes')
    .action(async (ids: readonly string[], { user, yes }: RevokeOptions) => {
      if (ids.length > 0 === (user !== undefined)) revoke.error('error: specify either IDs or --user');
      const which =
        user === undefined ? `${ids.length === 1 ? 'token' : 'tokens'} ${ids.join(', ')}` : `all tokens of ${user}`;
      await requireConfirmation(`Revoke ${which}?`, { yes });
      const count = await withDatabase(({ orm }) => revokeSelected(orm.em.fork(), ids, user));
      process.stdout.write(`${count} ${count === 1 ? 'token' : 'tokens'} revoked.\n`);
    });
}

async function revokeSelected(
  em: Parameters<typeof revokeTokens>[0],
  ids: readonly string[],
  user?: string,
): Promise<number> {
  if (user !== undefined) return revokeTokensOf(em, user);
  await revokeTokens(em, ids);
  return new Set(ids).size;
}
