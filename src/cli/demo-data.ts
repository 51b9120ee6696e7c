import type { Command } from 'commander';
import { generateCrowd } from '../demo/index.js';
import { OperatorError } from '../config/operator-error.js';
import { withProgress } from './output.js';
import { OperatorCommand, numberMatching } from './listing.js';
import { withConnection, withDatabase } from './with-database.js';

const wholeNumber = numberMatching(/^\d{1,9}$/, 'a whole number');

interface Sizes {
  readonly events: number;
  readonly talks: number;
  readonly comments: number;
  readonly users: number;
}

/** `demo-data`: adds generated conferences for performance measurements. */
export function demoDataCommand(): Command {
  return new OperatorCommand('demo-data')
    .description(
      'Add generated conferences for performance measurements. All or nothing: an interrupted run is rolled back.',
    )
    .option('--events <n>', 'number of events', wholeNumber, 2_000)
    .option('--talks <n>', 'number of talks', wholeNumber, 60_000)
    .option('--comments <n>', 'number of talk comments', wholeNumber, 300_000)
    .option('--users <n>', 'number of users', wholeNumber, 20_000)
    .examples('npm run lectern -- demo-data --events 200 --talks 6000 --comments 30000 --users 2000')
    .action(async (sizes: Sizes) => {
      const started = Date.now();
      await withDatabase(
        async ({ pool }, { production }) => {
          if (production) throw new OperatorError('demo-data does not run in production: unset NODE_ENV.');
          try {
            await withProgress('rows', (progress) =>
              withConnection(pool, (client) => generateCrowd(client, sizes, progress)),
            );
          } catch (error) {
            if (error instanceof RangeError) throw new OperatorError(`${error.message}`);
            throw error;
          }
          await pool.query('vacuum analyze');
        },
        { mayCreate: true },
      );
      process.stdout.write(`Done in ${Math.round((Date.now() - started) / 1000)} s.\n`);
    });
}
