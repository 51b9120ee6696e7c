import { field, type FieldRow } from '../fields.js';
import type { eventScheduleRecord } from '../../src/core/reads/records.js';
import { computed, objectType } from '../object-type.js';
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
  cfpCalendarUid: scheduled(
    field.id('UID of the call for papers in calendars, derived from `guid`, whether or not there is one.'),
    'cfpCalendarUid',
  ),
  scheduleUrls: computed(
    field.record('ScheduleUrls', 'Where other systems read the talks of the event.'),
    ({ id }: { readonly id: string }, { origin }) => ({
      ical: `${origin}/feeds/events/${id}.ics`,
      xml: `${origin}/feeds/events/${id}/schedule.xml`,
      json: `${origin}/feeds/events/${id}/schedule.json`,
    }),
  ),
  cancelledTalks: paged(
    'CancelledTalk',
    'Talks of the event that were deleted in the last 60 days, earliest start first.',
    'cancelledTalksOfEvent',
  ),
};

objectType('ScheduleUrls', 'URLs of the talks of an event in the formats of other systems.', {
  ical: field.url('An iCalendar feed, to which calendars subscribe.'),
  xml: field.url('The XML format of c3voc schedules.'),
  json: field.url('The JSON format of c3voc schedules.'),
});
