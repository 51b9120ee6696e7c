import { Option } from 'commander';
import { visibleEvent } from '../core/common/visible-records.js';
import type { Context } from '../core/context.js';
import { domainError } from '../core/errors.js';
import { deleteEvent } from '../core/event/event-deletion.js';
import { exportEventFeedback } from '../core/feedback/export-feedback.js';
import { contentsOfEvent, type EventContents } from '../core/reads/event-contents.js';
import { feedbackFormats } from '../transfer/export/feedback/feedback-formats.js';
import { asAdministrator, asOption } from './as-administrator.js';
import { OperatorCommand, positiveNumber } from './listing.js';
import { writeNewFile } from './output.js';
import { requireConfirmation, yesOption } from './prompts.js';

interface Options {
  readonly name: string;
  readonly out?: string;
  readonly format: keyof typeof feedbackFormats;
  readonly as?: string;
  readonly yes: boolean;
}

/** `event delete 42 --name "Small Gardens"`: exports the feedback of an event, then deletes the event. */
export function eventDeleteCommand(): OperatorCommand {
  return new OperatorCommand('delete')
    .description(
      'Delete an event for ever, with its talks, comments and all other records that belong to it, and notify its hosts by mail. Its comments are exported first.',
    )
    .argument('<id>', 'event ID (see event list)', positiveNumber)
    .requiredOption('--name <name>', 'exact name of the event, so that no other one is deleted by mistake')
    .option(
      '--out <file>',
      'new file for its comments, readable only by the current user (default: event-<id>-feedback.<format>)',
    )
    .addOption(
      new Option('--format <format>', 'format of the file').choices(Object.keys(feedbackFormats)).default('csv'),
    )
    .addOption(asOption())
    .addOption(yesOption())
    .examples('npm run lectern -- event delete 42 --name "Small Gardens" --out feedback.csv')
    .action((id: number, options: Options) => asAdministrator(options.as, (context) => remove(context, id, options)));
}

async function remove(context: Context, id: number, { name, out, format, yes }: Options): Promise<void> {
  const event = await visibleEvent(context, String(id));
  if (event.name !== name) throw domainError('INVALID', 'EVENT_NAME_DIFFERS', 'confirmName');
  const [contents] = await context.reads.scope.run(contentsOfEvent, { id: event.id });
  if (!contents) throw new Error('SELECT returned no row');
  await requireConfirmation(`Delete event ${id} with ${inWords(contents)}? This cannot be undone.`, { yes });
  if (contents.comments > 0) {
    const file = out ?? `event-${id}-feedback.${format}`;
    await writeNewFile(file, feedbackFormats[format].text(await exportEventFeedback(context, event.id)));
    process.stdout.write(`Wrote ${file}.\n`);
  }
  const gone = await deleteEvent(context, {
    ...{ eventId: event.id, confirmName: name, confirmComments: contents.comments },
  });
  process.stdout.write(`Deleted event ${id} with ${inWords(gone)}.\n`);
}

/** What belongs to an event, with the words for one and for several. */
const nouns: Readonly<Record<keyof EventContents, readonly [string, string]>> = {
  talks: ['talk', 'talks'],
  tracks: ['track', 'tracks'],
  comments: ['comment', 'comments'],
  stars: ['star', 'stars'],
  attendees: ['attendee', 'attendees'],
  claims: ['speaker claim', 'speaker claims'],
  hosts: ['host', 'hosts'],
};

const list = new Intl.ListFormat('en-GB');

function inWords(contents: EventContents): string {
  const parts = Object.entries(nouns).map(([name, [one, several]]) => {
    const count = contents[name as keyof EventContents];
    return `${count} ${count === 1 ? one : several}`;
  });
  return list.format(parts);
}
