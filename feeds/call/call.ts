import { DateTime } from 'luxon';
import type { OpenCallsQuery } from '../documents.generated.js';
import { lastDay } from '../calendar/days.js';
import { pageOfEvent } from '../calendar/page-url.js';

type CallingEvent = OpenCallsQuery['events']['nodes'][number];

/** An open call for papers. */
export type Call = ReturnType<typeof callOf>;

/** The open calls, earliest closing day first. */
export const openCallsOf = ({ events }: OpenCallsQuery, origin: string): Call[] =>
  events.nodes.flatMap((event) => (event.cfpEndDate === null ? [] : [callOf(event, event.cfpEndDate, origin)]));

function callOf(event: CallingEvent, closingDate: string, origin: string) {
  return {
    uid: event.cfpCalendarUid,
    revision: event.scheduleRevision,
    changedDate: event.changedDate,
    name: event.name,
    summary: summaryOf(event, closingDate),
    location: event.location,
    openingDate: event.cfpStartDate,
    closingDate,
    url: event.cfpUrl ?? pageOfEvent(event, origin),
  };
}

/** A day in words, in the zone of the event. @param iso a time with an offset */
const dayOf = (iso: string): string =>
  DateTime.fromISO(iso, { setZone: true, locale: 'en-GB' }).toLocaleString(DateTime.DATE_FULL);

function summaryOf({ name, location, startDate, endDate, description }: CallingEvent, closingDate: string): string {
  const [first, last] = [dayOf(startDate), dayOf(lastDay(startDate, endDate))];
  const days = first === last ? first : `${first} to ${last}`;
  return `Closes on ${dayOf(closingDate)}. ${name}: ${days}, ${location}.\n\n${description}`;
}
