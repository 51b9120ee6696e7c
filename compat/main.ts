/** `npm run compat`: looks whether a server keeps the v2.1 contract, and changes nothing there. */
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
  .description('Looks whether a server keeps the v2.1 contract. It only reads.')
  .requiredOption('--base <url>', 'the server, such as https://api.example.org', origin)
  .addOption(new Option('--token <token>', 'an access token, to look also at what users see').env('COMPAT_TOKEN'))
  .option('--original', 'accept what the original service does where Lectern differs by decision', false)
  .option('--sample <n>', 'how many records of each kind are looked at with all their lists', numberWithin(1, 50), 3)
  .option('--concurrency <n>', 'how many requests are under way at once', numberWithin(1, 8), 2)
  .option('--pause <ms>', 'how long to wait between two requests', numberWithin(0, 10_000), 50)
  .option('--timeout <seconds>', 'how long to wait for an answer', numberWithin(1, 600), 30)
  .option('--json', 'print the result as JSON instead of a table', false)
  .addHelpText('after', '\nExit code: 0 when nothing failed, 1 when something did, 2 when it was called wrongly.')
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
  if (!bare) throw new InvalidArgumentError('It must be scheme and host, such as https://api.example.org.');
  return url.origin;
}

function numberWithin(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= least && number <= most))
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    return number;
  };
}
