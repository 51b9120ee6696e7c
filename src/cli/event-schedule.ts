import { Option } from 'commander';
import { OperatorError } from '../config/operator-error.js';
import { feedText } from '../server/rows/feed-text.js';
import { asReader } from './as-administrator.js';
import { OperatorCommand, positiveNumber } from './listing.js';
import { writeNewFile } from './output.js';

const formats = { xml: '/schedule.xml', json: '/schedule.json', ics: '.ics' } as const;

interface Options {
  readonly format: keyof typeof formats;
  readonly out: string;
}

/** `event schedule 7 --format xml`: writes the talks of an event for other systems. */
export function eventScheduleCommand(): OperatorCommand {
  return new OperatorCommand('schedule')
    .description('Write the talks of an event as schedule.xml, schedule.json or an iCalendar file.')
    .argument('<id>', 'event ID (see event list)', positiveNumber)
    .addOption(new Option('--format <format>', 'format of the file').choices(Object.keys(formats)).default('xml'))
    .option('--out <file>', 'new file, readable only by the current user; - for standard output', '-')
    .examples(
      'npm run lectern -- event schedule 7 --format ics --out talks.ics',
      'npm run --silent lectern -- event schedule 7 --format json | jq .schedule.conference.title',
    )
    .action(async (id: number, { format, out }: Options) => {
      const path = `/feeds/events/${id}${formats[format]}`;
      const text = await asReader((context, config) => feedText(path, context, config));
      if (text === null) throw new OperatorError(`No event ${id}.`);
      if (out === '-') {
        process.stdout.write(text);
        return;
      }
      await writeNewFile(out, [text]);
      process.stdout.write(`Wrote ${out}.\n`);
    });
}
