import { Option } from 'commander';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportEventFeedback } from '../core/feedback/export-feedback.js';
import { feedbackFormats } from '../transfer/export/feedback/feedback-formats.js';
import { asReader } from './as-administrator.js';
import { OperatorCommand, positiveNumber } from './listing.js';
import { writeNewFile } from './output.js';

interface Options {
  readonly format: keyof typeof feedbackFormats;
  readonly out: string;
}

/** `event feedback 7 --format csv`: exports all comments on an event and its talks. */
export function eventFeedbackCommand(): OperatorCommand {
  return new OperatorCommand('feedback')
    .description('Export all comments on an event and its talks. Hidden names stay hidden.')
    .argument('<id>', 'event ID (see event list)', positiveNumber)
    .addOption(
      new Option('--format <format>', 'format of the file').choices(Object.keys(feedbackFormats)).default('csv'),
    )
    .option('--out <file>', 'new file, readable only by the current user; - for standard output', '-')
    .examples(
      'npm run lectern -- event feedback 7 --format csv --out feedback.csv',
      "npm run --silent lectern -- event feedback 7 --format ndjson | jq 'select(.counts).rating'",
    )
    .action(async (id: number, { format, out }: Options) => {
      await asReader(async (context) => {
        const text = feedbackFormats[format].text(await exportEventFeedback(context, String(id)));
        if (out === '-') await pipeline(Readable.from(text), process.stdout, { end: false });
        else await writeNewFile(out, text);
      });
      if (out !== '-') process.stdout.write(`Wrote ${out}.\n`);
    });
}
