import { Command } from 'commander';
import { withDatabase } from './with-database.js';

/** `migrate`: brings the schema up to date before the first service of a new version starts. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Bring the schema of the database up to date. Every start of the service does so too.')
    .addHelpText('after', '\nExample:\n  npm run lectern -- migrate')
    .action(async () => {
      const ran = await withDatabase(({ migrated }) => Promise.resolve(migrated));
      const said = ran.length === 0 ? 'The schema is up to date.' : `Done: ${ran.join(', ')}.`;
      process.stdout.write(`${said}\n`);
    });
}
