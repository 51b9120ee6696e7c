import { Command } from 'commander';
import type { Pool } from 'pg';
import { counterCount, recountCounters, type Drift } from '../domain/counters.js';
import { jsonOption } from './listing.js';
import { progressBar } from './progress-bar.js';
import { withDatabase } from './with-database.js';

const SHOWN = 20;

/** `doctor`: recounts and compares; exit code 1 when something is not as it should be. It changes nothing. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Recount every counter and compare; changes nothing. Exit code 1 when one differs.')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  npm run lectern -- doctor
  npm run --silent lectern -- doctor --json | jq length`,
    )
    .action(async ({ json }: { readonly json: boolean }) => {
      const drifts = await withDatabase(({ pool }) => recounted(pool));
      process.stdout.write(json ? `${JSON.stringify(drifts, null, 2)}\n` : told(drifts));
      if (drifts.length > 0) process.exitCode = 1;
    });
}

async function recounted(pool: Pool): Promise<Drift[]> {
  const client = await pool.connect();
  const bar = progressBar('counters');
  let done = 0;
  try {
    return await recountCounters(client, (what) => bar.show(++done, counterCount, what));
  } finally {
    bar.end();
    client.release();
  }
}

function told(drifts: readonly Drift[]): string {
  const shown = drifts
    .slice(0, SHOWN)
    .map(
      ({ table, counter, id, stored, counted }) =>
        `${table} ${id}: ${counter} is ${stored}, a recount gives ${counted}`,
    );
  const more = drifts.length > SHOWN ? [`… and ${drifts.length - SHOWN} more`] : [];
  const outcome =
    drifts.length === 0 ? `All ${counterCount} counters agree with a recount.` : `${drifts.length} counters differ.`;
  return `${[...shown, ...more, outcome].join('\n')}\n`;
}
