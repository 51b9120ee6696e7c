import { Command } from 'commander';
import { counterCount, recountCounters } from '../domain/counters.js';
import { progressBar } from './progress-bar.js';
import { withDatabase } from './with-database.js';

const SHOWN = 20;

/** `doctor`: recounts and compares; exit code 1 when something is not as it should be. It changes nothing. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Recount every counter and compare; changes nothing. Exit code 1 when one differs.')
    .action(async () => {
      const drifts = await withDatabase(async ({ pool }) => {
        const client = await pool.connect();
        const bar = progressBar('counters');
        let done = 0;
        try {
          return await recountCounters(client, (what) => bar.show(++done, counterCount, what));
        } finally {
          bar.end();
          client.release();
        }
      });
      for (const { table, counter, id, stored, counted } of drifts.slice(0, SHOWN)) {
        process.stdout.write(`${table} ${id}: ${counter} is ${stored}, a recount gives ${counted}\n`);
      }
      if (drifts.length > SHOWN) process.stdout.write(`… and ${drifts.length - SHOWN} more\n`);
      process.stdout.write(
        drifts.length === 0
          ? `All ${counterCount} counters agree with a recount.\n`
          : `${drifts.length} counters differ.\n`,
      );
      if (drifts.length > 0) process.exitCode = 1;
    });
}
