import { renderSVG } from 'uqr';
import { row } from '../../src/http/rows/row.js';
import { TalkCodeDocument } from '../documents.generated.js';

/** Feeds of one talk. */
export const talkFeeds = [
  row('/feedback/:stub.svg', TalkCodeDocument, {
    variables: ({ params }) => ({ stub: params.stub }),
    cache: { shows: 'everything', listsEvents: false },
    reply: ({ talkByStub: talk }, { origin }) =>
      talk && {
        headers: { 'Content-Type': 'image/svg+xml', 'X-Content-Type-Options': 'nosniff' },
        // The quiet zone of ISO/IEC 18004 is four modules wide.
        body: renderSVG(`${origin}/feedback/${talk.stub}`, { border: 4 }),
      },
  }),
];
