import type { Context } from '../../src/core/context.js';
import type { talkScheduleRecord } from '../../src/core/reads/records.js';
import { field, nullable, type FieldRow } from '../fields.js';
import { talkFeedbackUrl } from '../../src/core/common/page-urls.js';
import { computed, objectType } from '../object-type.js';

type Schedule = ReturnType<typeof talkScheduleRecord>;

/** A field that few queries select: its row is read by a statement of its own, once for all talks. */
const scheduled = (row: FieldRow, member: keyof Schedule): FieldRow =>
  computed(row, ({ id }: { readonly id: string }, { reads }) => {
    const schedule = reads.get('scheduleOfTalk', id);
    return schedule instanceof Promise ? schedule.then((loaded) => loaded?.[member]) : schedule?.[member];
  });

const storedFields = {
  guid: scheduled(
    field.id('GUID of the talk, which other systems share. Unique within the event; imported talks keep theirs.'),
    'guid',
  ),
  room: scheduled(nullable.string('Room of the talk; null if unknown.'), 'room'),
  roomGuid: scheduled(
    nullable.id('GUID of the room of the talk, which stays when the room is renamed; null if the room is unknown.'),
    'roomGuid',
  ),
  calendarUid: scheduled(
    field.id('UID of the talk in calendars: `guid`, unless a talk of another event was public with it before.'),
    'calendarUid',
  ),
  scheduleRevision: scheduled(
    field.int('Number of changes of start, duration or room: `SEQUENCE` in calendars.'),
    'revision',
  ),
  changedDate: scheduled(
    field.dateTime(
      'Time of the last change of the talk, its speakers, tracks or links, in UTC. Comments and stars are no changes.',
    ),
    'changedDate',
  ),
};

/** Whether a field of a talk is read from the row of its schedule. */
export const isScheduleField = (name: string): boolean => Object.hasOwn(storedFields, name);

type Named = Readonly<Record<'id' | 'stub', string>>;

async function feedbackUrlWithGuid(
  { id, stub }: Named,
  { feedbackUrl, reads }: Pick<Context, 'feedbackUrl' | 'reads'>,
) {
  const schedule = await reads.get('scheduleOfTalk', id);
  return talkFeedbackUrl(feedbackUrl, { id, stub, guid: schedule?.guid ?? '' });
}

/** What calendars and the schedules of other systems know of a talk. */
export const talkScheduleFields = {
  ...storedFields,
  feedbackUrl: computed(
    field.url('URL of the page on which attendees give feedback on the talk, as in its QR code.'),
    (talk: Named, context) =>
      context.feedbackUrl.includes('{guid}')
        ? feedbackUrlWithGuid(talk, context)
        : talkFeedbackUrl(context.feedbackUrl, { ...talk, guid: '' }),
  ),
};

objectType('CancelledTalk', 'A talk that was deleted in the last 60 days.', {
  id: field.id('Numeric ID that the talk had.'),
  calendarUid: field.id('UID of the talk in calendars.'),
  title: field.string('Title of the talk.'),
  startDate: field.dateTime('Start of the talk, in the time zone of the event.'),
  durationMinutes: field.int('Duration in minutes; 0 if unknown.'),
  revision: field.int('Number of changes, including the cancellation: `SEQUENCE` in calendars.'),
  cancelledDate: field.dateTime('Time of the deletion, in UTC.'),
});
