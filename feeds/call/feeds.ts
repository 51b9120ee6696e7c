import { row } from '../../src/http/rows/row.js';
import { calendarReply, reload } from '../calendar/calendar.js';
import { wholeDays } from '../calendar/days.js';
import { entry } from '../calendar/entry.js';
import { line, text, uri } from '../calendar/lines.js';
import { OpenCallsDocument } from '../documents.generated.js';
import { atomOfCalls } from './atom.js';
import { openCallsOf, type Call } from './call.js';

/** Feeds of the open calls for papers: a calendar of their closing days, and an Atom feed, newest first. */
export const callFeeds = [
  row('/feeds/cfps.ics', OpenCallsDocument, {
    variables: ({ maxPageSize }) => ({ limit: maxPageSize }),
    cache: { shows: 'events', listsEvents: true },
    isList: true,
    reply: (data, { origin }) =>
      calendarReply({
        name: 'Calls for papers',
        reloadAfter: reload.rarely,
        components: openCallsOf(data, origin).map(callEntry),
      }),
  }),
  row('/feeds/cfps.atom', OpenCallsDocument, {
    variables: ({ maxPageSize }) => ({ limit: maxPageSize }),
    cache: { shows: 'events', listsEvents: true },
    isList: true,
    reply: (data, { origin }) => ({
      headers: { 'Content-Type': 'application/atom+xml; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
      body: atomOfCalls(openCallsOf(data, origin), origin),
    }),
  }),
];

const callEntry = ({ uid, revision, changedDate, name, summary, location, closingDate, url }: Call): string =>
  entry({ uid, revision, changedDate }, [
    ...wholeDays(closingDate, closingDate),
    line('SUMMARY', text(`Call for papers closes: ${name}`)),
    line('DESCRIPTION', text(summary)),
    line('LOCATION', text(location)),
    line('URL', uri(url)),
    line('STATUS', 'CONFIRMED'),
  ]);
