import { Command } from 'commander';
import type { Pool } from 'pg';
import { counterCount, recountCounters, type Drift } from '../core/common/counters.js';
import { jsonOption } from './listing.js';
import { withProgress } from './progress.js';
import { withDatabase } from './with-database.js';

const MAX_ROWS = 20;

/** `doctor`: recounts all counters and compares, read-only; exit code 1 if any differs. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Recount every counter and compare; read-only. Exit code 1 if any differs.')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  npm run lectern -- doctor
  npm run --silent lectern -- doctor --json | jq length`,
    )
    .action(async ({ json }: { readonly json: boolean }) => {
      const { drifts, reminders } = await withDatabase(async ({ pool }, config) => ({
        drifts: await recount(pool),
        reminders: config.legacyCompatibility ? [] : await remindersOf(pool),
      }));
      process.stdout.write(json ? `${JSON.stringify(drifts, null, 2)}\n` : summaryOf(drifts));
      if (!json) for (const reminder of reminders) process.stdout.write(`${reminder}\n`);
      if (drifts.length > 0) process.exitCode = 1;
    });
}

/** A reminder after an import: legacy websites need the legacy responses (decisions.md no. 33). */
async function remindersOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(
    'select consumer_key as key from applications where is_first_party and exists (select from legacy_import) order by id',
  );
  if (rows.length === 0) return [];
  const keys = rows.map(({ key }) => key).join(', ');
  return [`Imported first-party applications: ${keys}. If one of them is a legacy website, set COMPATIBILITY=legacy.`];
}

async function recount(pool: Pool): Promise<Drift[]> {
  const client = await pool.connect();
  let done = 0;
  try {
    return await withProgress('counters', (progress) =>
      recountCounters(client, (what) => progress(++done, counterCount, what)),
    );
  } finally {
    client.release();
  }
}

function summaryOf(drifts: readonly Drift[]): string {
  const shown = drifts
    .slice(0, MAX_ROWS)
    .map(
      ({ table, counter, id, stored, counted }) =>
        `${table} ${id}: ${counter} is ${stored}, a recount gives ${counted}`,
    );
  const more = drifts.length > MAX_ROWS ? [`… and ${drifts.length - MAX_ROWS} more`] : [];
  const outcome =
    drifts.length === 0 ? `All ${counterCount} counters agree with a recount.` : `${drifts.length} counters differ.`;
  return `${[...shown, ...more, outcome].join('\n')}\n`;
}
