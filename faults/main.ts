/** `npm run faults`: injects the faults of the matrix into real processes and checks the requirements. */
import { execFileSync } from 'node:child_process';
import { Command, InvalidArgumentError, Option } from 'commander';
import { OperatorError } from '../src/config/operator-error.js';
import { Cleanup } from '../src/server/composition/lifecycle.js';
import type { Fault } from './fault.js';
import { savePage } from './page.js';
import { report } from './report.js';
import { hasPassed, type Result } from './result.js';
import { runFaults } from './run.js';
import { faults, scaleFaults } from './table.js';

interface Options {
  readonly only?: readonly Fault[];
  readonly scale: boolean;
  readonly quick: boolean;
  readonly complete: boolean;
  readonly patience: number;
  readonly json: boolean;
  readonly save: boolean;
}

const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);

const program = new Command('faults')
  .description(
    'Inject kills, freezes, floods and attacks into a service under load; fail on a missed requirement. Linux only.',
  )
  .option('--only <rows>', 'run only these rows, such as 4,5', rowsNamed)
  .addOption(
    new Option('--scale', 'run only the rows of several machines: failovers, replicas, shared images')
      .default(false)
      .conflicts(['only', 'quick']),
  )
  .option('--quick', 'run only the rows that take seconds, on the PostgreSQL from npm', false)
  .option('--complete', 'fail if a program that a row requires is not installed', false)
  .option('--patience <factor>', 'multiply the allowed durations, for a busy machine', factor, 1)
  .option('--json', 'print the result as JSON instead of a table', false)
  .addOption(
    new Option('--save', 'write the tables to docs/reliability.md; with --scale, the second one')
      .default(false)
      .conflicts(['only', 'patience']),
  )
  .action(async ({ scale, only = scale ? scaleFaults : faults, quick, complete, patience, json, save }: Options) => {
    const cleanup = new Cleanup();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void cleanup.run().finally(() => process.exit(1)));
    }
    try {
      const chosen = only.filter((fault) => !quick || fault.quick);
      const result = await runFaults(chosen, { quick, patience }, cleanup, say);
      process.stdout.write(`${json ? JSON.stringify(result, null, 2) : report(result)}\n`);
      record(result);
      if (save) say(`Saved: ${await savePage(result)}.`);
      if (!result.rows.every((row) => hasPassed(row) && !(complete && row.missing))) process.exitCode = 1;
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      say(error.message);
      process.exitCode = 1;
    } finally {
      await cleanup.run();
    }
  });
await program.parseAsync();

/** Records the versions of the programs that rows without a miss have run, if `RECORD_CONSUMERS` names a file. */
function record({ rows }: Result): void {
  const missed = rows.filter((row) => !hasPassed(row) || row.missing !== undefined).map(({ number }) => number);
  const passed = rows.map(({ number }) => number).filter((number) => !missed.includes(number));
  execFileSync(process.execPath, ['.config/record-consumers.mjs', '--faults', ...passed], { stdio: 'inherit' });
}

function rowsNamed(text: string): readonly Fault[] {
  const wanted = text.split(',');
  const unknown = wanted.filter((number) => !faults.some((fault) => fault.number === number));
  if (unknown.length > 0) {
    throw new InvalidArgumentError(`Rows are ${faults.map(({ number }) => number).join(', ')}.`);
  }
  return faults.filter(({ number }) => wanted.includes(number));
}

function factor(text: string): number {
  if (!(Number(text) >= 1)) throw new InvalidArgumentError('It must be a number of at least 1.');
  return Number(text);
}
