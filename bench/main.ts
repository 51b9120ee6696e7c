/** `npm run bench`: measures the CPU time of reads and writes, relative to hand-written and third-party servers. */
import { Command, InvalidArgumentError } from 'commander';
import { OperatorError } from '../src/config/operator-error.js';
import { Cleanup } from '../src/server/composition/lifecycle.js';
import { importsCommand } from './imports/command.js';
import type { BenchOptions } from './options.js';
import { provideBenchPackages } from './packages.js';
import { regressions, regressionText } from './regression.js';
import { report } from './report.js';
import { runBench } from './run.js';
import { save, savedQuickResult } from './saved.js';
import { scaleCommand } from './scale/command.js';
import { soakCommand } from './soak/command.js';

interface Options extends Partial<BenchOptions> {
  readonly quick: boolean;
  readonly save: boolean;
  readonly json: boolean;
}

const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);
const FULL = { rounds: 15, window: 500 };
const QUICK = { rounds: 7, window: 150 };

const program = new Command('bench')
  .description('Measure the CPU time per request of reads and writes, relative to other implementations. Linux only.')
  .option(
    '--quick',
    'use a tenth of the data and fewer, shorter rounds; fail if a ratio regresses by more than 25 %',
    false,
  )
  .option('--rounds <n>', 'number of measurements per implementation', positive)
  .option('--window <milliseconds>', 'approximate duration of each measurement', positive)
  .option('--only <names...>', 'measure only these comparisons, such as R1 or "under writes"')
  .option('--save', 'write the result to bench/results instead of comparing it; --quick --only replaces a part', false)
  .option('--json', 'print the result as JSON instead of tables', false)
  .action(async ({ json, save: saves, ...chosen }: Options) => {
    const options = { ...(chosen.quick ? QUICK : FULL), ...chosen };
    const cleanup = new Cleanup();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void cleanup.run().finally(() => process.exit(1)));
    }
    try {
      provideBenchPackages(say);
      const { result, again } = await runBench(options, cleanup, say);
      process.stdout.write(`${json ? JSON.stringify(result, null, 2) : report(result)}\n`);
      if (saves) say(`Saved: ${save(result, options.only !== undefined).join(', ')}.`);
      else if (result.quick) process.exitCode = await guard(result.comparisons, again);
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      say(error.message);
      process.exitCode = 1;
    } finally {
      await cleanup.run();
    }
  });
program.enablePositionalOptions().addCommand(soakCommand()).addCommand(scaleCommand()).addCommand(importsCommand());
await program.parseAsync();

type Run = Awaited<ReturnType<typeof runBench>>;

/**
 * Compares a quick result with the saved one. Apparent regressions are measured again, because other work on the
 * machine may have caused them.
 *
 * @returns the exit code
 */
async function guard(measured: Run['result']['comparisons'], again: Run['again']): Promise<0 | 1> {
  const saved = savedQuickResult();
  if (!saved) {
    say('Nothing to compare with: --quick --save writes bench/results/quick.json.');
    return 0;
  }
  const first = regressions(saved.comparisons, measured);
  if (first.length === 0) {
    say('No ratio regressed by more than 25 % since bench/results/quick.json was saved.');
    return 0;
  }
  say(
    `Possible regressions: ${first.map(({ comparison, way }) => `${comparison}, ${way}`).join('; ')}. Measuring again …`,
  );
  const second = regressions(saved.comparisons, await again(new Set(first.map(({ comparison }) => comparison))));
  const confirmed = second.filter((found) =>
    first.some(({ comparison, way }) => comparison === found.comparison && way === found.way),
  );
  for (const regression of confirmed) say(regressionText(regression));
  if (confirmed.length === 0) say('The second measurement does not confirm them.');
  else say('To accept the regression, run: npm run bench -- --quick --save');
  return confirmed.length === 0 ? 0 : 1;
}

function positive(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a positive integer.');
  return Number(text);
}
