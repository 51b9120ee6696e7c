import { Command } from 'commander';
import { withDatabase } from './with-database.js';

/** `migrate`: applies pending migrations before the first process of a new version starts. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Apply pending schema migrations. The service also does this at every start.')
    .addHelpText('after', '\nExample:\n  npm run lectern -- migrate')
    .action(async () => {
      const ran = await withDatabase(({ migrated }) => Promise.resolve(migrated));
      const summary = ran.length === 0 ? 'The schema is up to date.' : `Applied: ${ran.join(', ')}.`;
      process.stdout.write(`${summary}\n`);
    });
}
