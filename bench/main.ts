/** `npm run bench`: what reads and writes cost in CPU time, beside the same by hand and as others do them. */
import { Command, InvalidArgumentError } from 'commander';
import { OperatorError } from '../src/operator-error.js';
import { Teardown } from '../src/teardown.js';
import type { BenchOptions } from './options.js';
import { provideBenchPackages } from './packages.js';
import { regressions, regressionText } from './regression.js';
import { report } from './report.js';
import { runBench } from './run.js';
import { save, savedQuickResult } from './saved.js';
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
  .description('Measures CPU time per request beside the same reads and writes in other ways. Linux only.')
  .option('--quick', 'a tenth of the data, few and short rounds; fails when a ratio got a quarter worse', false)
  .option('--rounds <n>', 'how often every way is measured', positive)
  .option('--window <milliseconds>', 'about how long each time', positive)
  .option('--save', 'write the result to bench/results, instead of comparing it with what is there', false)
  .option('--json', 'print the result as JSON instead of tables', false)
  .action(async ({ json, save: saves, ...chosen }: Options) => {
    const options = { ...(chosen.quick ? QUICK : FULL), ...chosen };
    const teardown = new Teardown();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void teardown.run().finally(() => process.exit(1)));
    }
    try {
      provideBenchPackages(say);
      const { result, again } = await runBench(options, teardown, say);
      process.stdout.write(`${json ? JSON.stringify(result, null, 2) : report(result)}\n`);
      if (saves) say(`Saved: ${save(result).join(', ')}.`);
      else if (result.quick) process.exitCode = await guard(result.comparisons, again);
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      say(error.message);
      process.exitCode = 1;
    } finally {
      await teardown.run();
    }
  });
program.enablePositionalOptions().addCommand(soakCommand());
await program.parseAsync();

type Run = Awaited<ReturnType<typeof runBench>>;

/**
 * Compares a quick result with the saved one. What seems to have got worse is measured once more: a machine that was busy
 * with something else has a second chance.
 *
 * @returns the exit code
 */
async function guard(measured: Run['result']['comparisons'], again: Run['again']): Promise<0 | 1> {
  const saved = savedQuickResult();
  if (!saved) {
    say('There is no bench/results/quick.json to compare this with: --quick --save writes it.');
    return 0;
  }
  const first = regressions(saved.comparisons, measured);
  if (first.length === 0) {
    say('No ratio got worse by more than a quarter since bench/results/quick.json was saved.');
    return 0;
  }
  say(
    `Worse at the first look: ${first.map(({ comparison, way }) => `${comparison}, ${way}`).join('; ')}. Looking again …`,
  );
  const second = regressions(saved.comparisons, await again(new Set(first.map(({ comparison }) => comparison))));
  const confirmed = second.filter((found) =>
    first.some(({ comparison, way }) => comparison === found.comparison && way === found.way),
  );
  for (const regression of confirmed) say(regressionText(regression));
  if (confirmed.length === 0) say('The second look does not confirm it.');
  else say('If that is the price of something worth it, accept it with: npm run bench -- --quick --save');
  return confirmed.length === 0 ? 0 : 1;
}

function positive(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number above 0.');
  return Number(text);
}
