import { field, type FieldRow } from '../fields.js';
import type { eventScheduleRecord } from '../../src/core/reads/records.js';
import { computed } from '../object-type.js';
import { paged } from '../paging.js';

type Schedule = ReturnType<typeof eventScheduleRecord>;

const scheduled = (row: FieldRow, member: keyof Schedule): FieldRow =>
  computed(
    row,
    async ({ id }: { readonly id: string }, { reads }) => (await reads.load('scheduleOfEvent', id))?.[member],
  );

/** What calendars and the schedules of other systems know of an event. */
export const eventScheduleFields = {
  guid: scheduled(field.id('GUID of the event, which is its UID in calendars.'), 'guid'),
  scheduleRevision: scheduled(
    field.int('Number of changes of dates, location or call for papers: `SEQUENCE` in calendars.'),
    'revision',
  ),
  changedDate: scheduled(
    field.dateTime('Time of the last change of the event itself, in UTC. Comments and attendance are no changes.'),
    'changedDate',
  ),
  cancelledTalks: paged(
    'CancelledTalk',
    'Talks of the event that were deleted in the last 60 days, earliest start first.',
    'cancelledTalksOfEvent',
  ),
};
