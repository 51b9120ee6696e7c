import { renderSVG } from 'uqr';
import { row } from '../../src/http/rows/row.js';
import { placed, talksCalendar } from '../calendar/talks-calendar.js';
import { TalkCalendarDocument, TalkCodeDocument } from '../documents.generated.js';

/** Feeds of one talk, and the QR code of its feedback page. */
export const talkFeeds = [
  row('/feedback/:stub.svg', TalkCodeDocument, {
    variables: ({ params }) => ({ stub: params.stub }),
    cache: { shows: 'everything', listsEvents: false },
    reply: ({ talkByStub: talk }) =>
      talk && {
        headers: { 'Content-Type': 'image/svg+xml', 'X-Content-Type-Options': 'nosniff' },
        // The quiet zone of ISO/IEC 18004 is four modules wide.
        body: renderSVG(talk.feedbackUrl, { border: 4 }),
      },
  }),
  row('/feeds/talks/:id.ics', TalkCalendarDocument, {
    variables: ({ params }) => ({ id: params.id }),
    cache: { shows: 'subject', listsEvents: false },
    kind: 'talks',
    reply: ({ talk }, { now }) => talk && talksCalendar({ name: talk.title, talks: [placed(talk)], now }),
  }),
];
