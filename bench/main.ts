/** `npm run bench`: what two reads cost in CPU time, beside the same reads written by hand. */
import { Command, InvalidArgumentError } from 'commander';
import { OperatorError } from '../src/operator-error.js';
import { Teardown } from '../src/teardown.js';
import { asTables } from './result.js';
import { runBench } from './run.js';

interface Options {
  readonly quick: boolean;
  readonly json: boolean;
  readonly rounds?: number;
  readonly requests?: number;
}

const teardown = new Teardown();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void teardown.run().finally(() => process.exit(1)));
}

await new Command('bench')
  .description('Measures CPU time per request of R1 and R2, beside the same reads written by hand. Linux only.')
  .option('--quick', 'a tenth of the data, fewer rounds', false)
  .option('--rounds <n>', 'how often every way is measured', positive)
  .option('--requests <n>', 'how many requests of every way in a round', positive)
  .option('--json', 'print the result as JSON instead of tables', false)
  .action(async ({ quick, json, rounds, requests }: Options) => {
    const size = { rounds: rounds ?? (quick ? 5 : 15), requests: requests ?? (quick ? 300 : 600) };
    const say = (sentence: string) => process.stderr.write(`${sentence}\n`);
    try {
      const result = await runBench({ quick, ...size }, teardown, say);
      process.stdout.write(`${json ? JSON.stringify(result, null, 2) : asTables(result)}\n`);
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      say(error.message);
      process.exitCode = 1;
    } finally {
      await teardown.run();
    }
  })
  .parseAsync();

function positive(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number above 0.');
  return Number(text);
}
