import { Command } from 'commander';
import { setAvatarHash } from '../core/account/avatar-hash.js';
import { withDatabase } from './with-database.js';

interface Options {
  readonly off: boolean;
}

/** `user random-avatar`: sets whether the avatar hash of an account is derived from its e-mail address. */
export function userRandomAvatarCommand(): Command {
  return new Command('random-avatar')
    .description('Show a random avatar hash for an account instead of the MD5 of its e-mail address.')
    .argument('<username>', 'case-insensitive')
    .option('--off', 'restore the MD5 of the address and delete the random hash', false)
    .addHelpText(
      'after',
      `
Examples:
  npm run lectern -- user random-avatar ada
  npm run lectern -- user random-avatar ada --off`,
    )
    .action(async (username: string, { off }: Options) => {
      await withDatabase(({ orm }) => setAvatarHash(orm.em, username, !off));
      process.stdout.write(`The avatar hash of ${username} is ${off ? 'the MD5 of the e-mail address' : 'random'}.\n`);
    });
}
