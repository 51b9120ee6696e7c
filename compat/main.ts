/** `npm run compat`: checks a server against the v2.1 contract. Read-only. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { asTable, passed } from './report.js';
import { runCompat } from './run.js';
import { Unreachable } from './visit.js';

interface Options {
  readonly base: string;
  readonly token?: string;
  readonly original: boolean;
  readonly sample: number;
  readonly concurrency: number;
  readonly pause: number;
  readonly timeout: number;
  readonly json: boolean;
}

const USAGE = 2;

await new Command('compat')
  .description('Check a server against the v2.1 contract. Read-only.')
  .requiredOption('--base <url>', 'origin of the server, such as https://api.example.org', origin)
  .addOption(new Option('--token <token>', 'access token, to also check authenticated responses').env('COMPAT_TOKEN'))
  .option('--original', 'accept deviations of the original service where Lectern differs by decision', false)
  .option('--sample <n>', 'number of records of each kind to check with all their lists', numberWithin(1, 50), 3)
  .option('--concurrency <n>', 'maximum number of requests in flight', numberWithin(1, 8), 2)
  .option('--pause <ms>', 'pause between two requests', numberWithin(0, 10_000), 50)
  .option('--timeout <seconds>', 'timeout of a request', numberWithin(1, 600), 30)
  .option('--json', 'print the result as JSON instead of a table', false)
  .addHelpText('after', '\nExit code: 0 if all checks passed, 1 if any failed, 2 for invalid usage.')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : USAGE))
  .action(async ({ token, json, timeout, ...options }: Options) => {
    const say = (sentence: string) => process.stderr.write(`${sentence}\n`);
    try {
      const report = await runCompat({ ...options, token, timeout: timeout * 1000 }, say);
      process.stdout.write(`${json ? JSON.stringify(report, null, 2) : asTable(report)}\n`);
      process.exitCode = passed(report) ? 0 : 1;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      say(error.message);
      process.exitCode = 1;
    }
  })
  .parseAsync();

/** Scheme, host and port. */
function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const bare =
    url && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search + url.hash + url.username === '';
  if (!bare) throw new InvalidArgumentError('It must be an origin, such as https://api.example.org.');
  return url.origin;
}

function numberWithin(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= least && number <= most))
      throw new InvalidArgumentError(`It must be an integer from ${least} to ${most}.`);
    return number;
  };
}
