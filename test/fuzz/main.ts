/** `npm run fuzz`: sends random REST and GraphQL requests to a service, and reports incorrect responses. */
import { Command, InvalidArgumentError } from 'commander';
import { cleanUp } from '../support/clean-up.js';
import { askedIn, type Asked } from './asked.js';
import { fuzz } from './run.js';

interface Options {
  readonly minutes: number;
  readonly seed?: number;
  readonly quick: boolean;
  readonly repeat?: Asked;
}

/** The extent of `--quick`, with a fixed seed. */
const QUICK = { seed: 20261122, rounds: 12 };
const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);

await new Command('fuzz')
  .description('Send random REST and GraphQL requests to a service with demo conferences; report incorrect responses.')
  .option('--minutes <n>', 'how long', number, 10)
  .option('--seed <n>', 'the random numbers of another run', number)
  .option('--quick', 'a fixed number of requests with a fixed seed, for a minute or two', false)
  .option('--repeat <request>', 'one request, as printed by a finding', askedIn)
  .addHelpText('after', '\nExit code: 0 when nothing was found, 1 when something was.')
  .action(async ({ minutes, seed = Math.floor(Math.random() * 2 ** 31), quick, repeat }: Options) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
    }
    const length = quick ? QUICK : { seed, minutes };
    say(`Seed ${length.seed}.`);
    try {
      const { findings, answers, memory } = await fuzz({ ...length, ...(repeat && { only: repeat }) }, say);
      const total = [...answers.values()].reduce((sum, count) => sum + count, 0);
      const statuses = [...answers].toSorted().map(([status, count]) => `${status}: ${count}`);
      say(`${statuses.join(', ')}.`);
      say(
        `Resident memory at most ${Math.round(Math.max(0, ...memory))} MB, at last ${Math.round(memory.at(-1) ?? 0)} MB.`,
      );
      say(`${total} answers, ${findings.length} findings. Seed ${length.seed}.`);
      process.exitCode = findings.length === 0 ? 0 : 1;
    } finally {
      await cleanUp();
    }
  })
  .parseAsync();

function number(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
