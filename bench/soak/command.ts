import { mkdirSync, writeFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { OperatorError } from '../../src/config/operator-error.js';
import { Cleanup } from '../../src/server/composition/lifecycle.js';
import { soakChart } from './chart.js';
import { soakReport } from './report.js';
import { findingsOf, type SoakResult } from './result.js';
import { soak, type SoakOptions } from './run.js';

interface Options extends SoakOptions {
  readonly save: boolean;
}

const FOLDER = 'bench/results';
const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);

/** `npm run bench -- soak`: checks for leaks and growing latency. Exit code 1 if a goal is missed. */
export function soakCommand(): Command {
  return new Command('soak')
    .description('Run the service at half of its peak load and record memory, event-loop delay and latency over time.')
    .option('--minutes <n>', 'duration', number, 30)
    .option('--workers <n>', 'number of worker processes (WORKERS)', number, 2)
    .option('--save', 'write the result to bench/results', false)
    .action(async ({ save: saves, ...options }: Options) => {
      const cleanup = new Cleanup();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.once(signal, () => void cleanup.run().finally(() => process.exit(1)));
      }
      try {
        const result = await soak(options, cleanup, say);
        process.stdout.write(`${soakReport(result)}\n`);
        if (saves) save(result);
        if (findingsOf(result).some(({ kept }) => !kept)) process.exitCode = 1;
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
        say(error.message);
        process.exitCode = 1;
      } finally {
        await cleanup.run();
      }
    });
}

function save(result: SoakResult): void {
  const short = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(13)) : value);
  const files = {
    [`${FOLDER}/soak.json`]: `${JSON.stringify(result, short)}\n`,
    [`${FOLDER}/soak.md`]: `${soakReport(result, 'soak.svg')}\n`,
    [`${FOLDER}/soak.svg`]: soakChart(result),
  };
  mkdirSync(FOLDER, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(file, text);
  say(`Saved: ${Object.keys(files).join(', ')}.`);
}

function number(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('It must be a positive integer.');
  return Number(text);
}
