import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import type { Client } from 'pg';
import { OperatorError } from '../../src/config/operator-error.js';
import { Cleanup } from '../../src/server/composition/lifecycle.js';
import { requireCpuTimes } from '../cpu-time.js';
import { openBenchDatabase, quickCrowd } from '../database.js';
import type { BenchResult } from '../result.js';
import { plan, type Scenario } from './model.js';
import { scaleReport } from './report.js';
import { unitCostsOf } from './unit-costs.js';
import { isVerified, verify } from './verify.js';

interface Options extends Omit<Scenario, 'bytesPerComment'> {
  readonly save: boolean;
}

const MEASURED = 'bench/results/full.json';
const FILE = 'bench/results/scale.md';
const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);

/** `npm run bench -- scale`: what a large deployment needs. Exit code 1 if a real run contradicts the model. */
export function scaleCommand(): Command {
  return new Command('scale')
    .description(
      'Calculate what a large deployment needs from measured costs, and verify the model with a real process.',
    )
    .option('--reads-per-second <n>', 'cached reads per second in all regions', number, 100_000)
    .option('--comments-per-second <n>', 'comments per second', number, 500)
    .option('--comments <n>', 'comments stored', number, 100_000_000)
    .option('--regions <n>', 'number of regions', number, 3)
    .option('--round-trip-ms <n>', 'milliseconds from a region to the primary and back', number, 80)
    .option('--save', `write the report to ${FILE}`, false)
    .action(async ({ save, ...chosen }: Options) => {
      const cleanup = new Cleanup();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.once(signal, () => void cleanup.run().finally(() => process.exit(1)));
      }
      try {
        requireCpuTimes();
        const source = JSON.parse(readFileSync(MEASURED, 'utf8')) as BenchResult;
        const costs = unitCostsOf(source);
        const database = await openBenchDatabase('.data/bench-quick', quickCrowd, false, say);
        cleanup.add(() => database.stop());
        const scenario = { ...chosen, bytesPerComment: await bytesPerComment(database.client) };
        const verified = await verify(database, cleanup, say);
        const plans = [plan(costs, scenario, false), plan(costs, scenario, true)] as const;
        const report = scaleReport({ source, costs, scenario, plans, verified });
        process.stdout.write(`${report}\n`);
        if (save) {
          mkdirSync('bench/results', { recursive: true });
          writeFileSync(FILE, `${report}\n`);
          say(`Saved: ${FILE}.`);
        }
        if (!verified.every(isVerified)) process.exitCode = 1;
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
        say(error.message);
        process.exitCode = 1;
      } finally {
        await cleanup.run();
      }
    });
}

/** Bytes of the table of talk comments and its indexes, per row. */
async function bytesPerComment(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `select pg_total_relation_size('talk_comments')::float8 / count(*) as bytes from talk_comments`,
  );
  return rows[0]?.bytes ?? NaN;
}

function number(text: string): number {
  if (!/^[1-9]\d{0,11}$/.test(text)) throw new InvalidArgumentError('It must be a positive integer.');
  return Number(text);
}
