import type { CalendarEventFragment } from '../documents.generated.js';
import { cancelledTitle } from '../shared/cancelled-title.js';
import { wholeDays } from './days.js';
import { entry, statusLine } from './entry.js';
import { line, text, uri } from './lines.js';
import { pageOfEvent } from './page-url.js';

/** The entry of an event, for its whole days. @param origin base URL of the service */
export const eventEntry = (event: CalendarEventFragment, origin: string): string =>
  entry({ uid: event.guid, revision: event.scheduleRevision, changedDate: event.changedDate }, [
    ...wholeDays(event.startDate, event.endDate),
    line('SUMMARY', text(event.cancelledDate === null ? event.name : cancelledTitle(event.name))),
    line('DESCRIPTION', text(event.description)),
    line('LOCATION', text(event.location)),
    ...(event.tags.length === 0 ? [] : [line('CATEGORIES', event.tags.map(text).join(','))]),
    line('URL', uri(pageOfEvent(event, origin))),
    statusLine(event),
  ]);
