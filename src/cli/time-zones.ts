import type { Command } from 'commander';
import type { Pool } from 'pg';
import { NEWEST_ZONE_RULES, ZONE_RULES } from '../core/date/local-time.js';
import { deriveOutdatedTimes } from '../core/time-zones/derive-outdated-times.js';
import { movedInWords, type MovedByZone } from '../core/time-zones/moved-by-zone.js';
import { newerZoneRules, outdatedTimeDifferences } from '../core/time-zones/outdated-time-differences.js';
import { createRun } from '../core/transaction/run.js';
import { OperatorCommand, jsonOption } from './listing.js';
import { withDatabase } from './with-database.js';

const nowInSeconds = () => Date.now() / 1000;

interface Options {
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** `time-zones`: derives future times by the time zone rules of this Node.js, as the service does at its start. */
export function timeZonesCommand(): Command {
  return new OperatorCommand('time-zones')
    .description(
      'Move future events and talks in zones whose rules have changed, so that they keep their local times. The service also does this at every start.',
    )
    .option('--dry-run', 'only print what would move', false)
    .addOption(jsonOption())
    .examples(
      'npm run lectern -- time-zones --dry-run',
      'ICU_TIMEZONE_FILES_DIR=/srv/tz npm run lectern -- time-zones --dry-run',
    )
    .action(async ({ dryRun, json }: Options) => {
      const { moved, newer } = await withDatabase(async ({ orm, pool }, config) => {
        const run = createRun(pool, config.database);
        return {
          moved: dryRun
            ? await outdatedTimeDifferences(run, nowInSeconds())
            : await deriveOutdatedTimes({ em: orm.em, run, now: nowInSeconds }),
          newer: await newerZoneRules(run),
        };
      });
      if (json) {
        process.stdout.write(`${JSON.stringify({ rules: ZONE_RULES, moved: Object.fromEntries(moved) }, null, 2)}\n`);
        return;
      }
      const lines = [...rulesInWords(newer), summaryOf(moved, dryRun)];
      process.stdout.write(`${lines.join('\n')}\n`);
    });
}

function summaryOf(moved: MovedByZone, dryRun: boolean): string {
  if (moved.size === 0) return 'Every future event and talk is at its local time.';
  return `${dryRun ? 'Would move' : 'Moved'}: ${movedInWords(moved)}.`;
}

/** The version of the rules in use, and the newer ones that are known. */
export function rulesInWords(newer: string | null): string[] {
  return [
    `Time zone rules: ${ZONE_RULES}; the newest known to this release: ${NEWEST_ZONE_RULES}.`,
    ...(newer === null
      ? []
      : [
          `Times in the database follow newer rules (${newer}), and stay. Start every process with these rules (docs/operate.md).`,
        ]),
  ];
}

/** What `doctor` finds of times that do not follow from their local times by the rules of this Node.js. */
export interface MisplacedTimes {
  readonly timeZone: string;
  readonly events: number;
  readonly talks: number;
}

export async function misplacedTimes(pool: Pool): Promise<{ found: MisplacedTimes[]; newer: string | null }> {
  const run = createRun(pool, { prepared: false });
  const moved = await outdatedTimeDifferences(run, nowInSeconds());
  const found = [...moved].map(([timeZone, counts]) => ({ timeZone, ...counts }));
  return { found, newer: await newerZoneRules(run) };
}

export const summaryOfTimes = (found: readonly MisplacedTimes[]): string =>
  found.length === 0
    ? 'Every future event and talk is at its local time.'
    : `Not at their local times: ${movedInWords(new Map(found.map(({ timeZone, ...counts }) => [timeZone, counts])))}. The service moves them within a minute of its start, as time-zones does.`;
