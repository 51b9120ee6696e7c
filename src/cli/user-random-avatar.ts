import { Command } from 'commander';
import { setAvatarHash } from '../domain/account/avatar-hash.js';
import { withDatabase } from './with-database.js';

interface Options {
  readonly off: boolean;
}

/** `user random-avatar`: whether the avatar hash of an account tells of its e-mail address. */
export function userRandomAvatarCommand(): Command {
  return new Command('random-avatar')
    .description('Show a random avatar hash for an account, in place of the MD5 of its e-mail address.')
    .argument('<username>', 'in any case')
    .option('--off', 'the MD5 of the address again; what was random is forgotten', false)
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
