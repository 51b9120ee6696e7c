import { shiftProgramme } from '../core/event/shift-programme.js';
import { asAdministrator, asOption } from './as-administrator.js';
import { numberMatching, OperatorCommand, positiveNumber } from './listing.js';

interface Options {
  readonly days?: number;
  readonly minutes?: number;
  readonly zone?: string;
  readonly talksOnly: boolean;
  readonly as?: string;
}

const wholeNumber = numberMatching(/^-?\d{1,9}$/, 'a whole number');

/** `event shift 42 --days 7`: moves an event with its programme. */
export function eventShiftCommand(): OperatorCommand {
  return new OperatorCommand('shift')
    .description('Move an event with all its talks, by days or minutes or to another time zone.')
    .argument('<id>', 'event ID (see event list)', positiveNumber)
    .option('--days <n>', 'days of the calendar; negative: earlier. Local hours stay the same.', wholeNumber)
    .option('--minutes <n>', 'minutes of elapsed time; negative: earlier', wholeNumber)
    .option('--zone <name>', 'new IANA time zone of the event. Local hours and dates stay the same.')
    .option('--talks-only', 'keep the dates of the event, which have been changed before', false)
    .addOption(asOption())
    .examples(
      'npm run lectern -- event shift 42 --days 7',
      'npm run lectern -- event shift 42 --minutes -15 --talks-only',
      'npm run lectern -- event shift 42 --zone Europe/Amsterdam',
    )
    .action(async (id: number, { days, minutes, zone, talksOnly, as }: Options) => {
      const shift = { eventId: String(id), byDays: days, byMinutes: minutes, newZone: zone };
      const { moved } = await asAdministrator(as, (context) =>
        shiftProgramme(context, { ...shift, includeEventDates: !talksOnly }),
      );
      process.stdout.write(`Moved ${moved} talks of event ${id}.\n`);
    });
}
