/** `npm run budget`: does everything that one account and anonymous callers may do, and measures what it costs others. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { cleanUp } from '../support/clean-up.js';
import { report } from './report.js';
import { verdictsOn } from './requirement.js';
import { runBudget, type BudgetOptions } from './run.js';
import type { Scenario } from './scenario.js';
import { scenarios } from './table.js';

interface Options extends BudgetOptions {
  readonly only: readonly Scenario[];
  readonly patience: number;
}

const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);
const names = scenarios.map(({ name }) => name).join(', ');

await new Command('budget')
  .description('Do everything that one account may do to a service at once; fail if others notice. Linux only.')
  .option('--seconds <n>', 'how long, all phases together', number, 60)
  .option('--seed <n>', 'the random numbers of another run', number, Math.floor(Math.random() * 2 ** 31))
  .option('--connections <n>', 'how many at once, streams apart', number, 250)
  .addOption(
    new Option('--only <phases>', `run only these phases: ${names}`).argParser(phasesNamed).default(scenarios, 'all'),
  )
  .option('--patience <factor>', 'multiply the allowed durations, for a busy machine', factor, 1)
  .addHelpText('after', '\nExit code: 0 if every requirement is met, 1 if not.')
  .action(async ({ only, patience, ...options }: Options) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
    }
    say(`Seed ${options.seed}.`);
    try {
      const { phases, idleMs } = await runBudget(only, options, say);
      const verdicts = verdictsOn(phases, { idleMs, patience });
      process.stdout.write(`${report(phases, verdicts)}\n`);
      process.exitCode = verdicts.every(({ missedIn }) => missedIn.length === 0) ? 0 : 1;
    } finally {
      await cleanUp();
    }
  })
  .parseAsync();

function phasesNamed(text: string): readonly Scenario[] {
  const wanted = text.split(',');
  const unknown = wanted.filter((name) => !scenarios.some((scenario) => scenario.name === name));
  if (unknown.length > 0) throw new InvalidArgumentError(`Phases are ${names}.`);
  return scenarios.filter(({ name }) => wanted.includes(name));
}

function number(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

function factor(text: string): number {
  if (!(Number(text) >= 1)) throw new InvalidArgumentError('It must be a number of at least 1.');
  return Number(text);
}
