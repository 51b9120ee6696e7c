import { row } from '../../src/http/rows/row.js';
import { FeedbackPageDocument, TalkPageDocument } from '../documents.generated.js';
import { feedbackPage } from './feedback-page.js';
import { talkPage } from './talk-page.js';

const MAX_COMMENTS = 50;
/** A page shows the event of its talk, which the response cache learns from the operation. */
const cache = { shows: 'events', listsEvents: false } as const;

/** Pages of one talk. */
export const talkPages = [
  row('/feedback/:stub', FeedbackPageDocument, {
    variables: ({ params }) => ({ stub: params.stub }),
    cache,
    reply: ({ talkByStub: talk }) => talk && feedbackPage(talk),
  }),
  row('/talk/:stub', TalkPageDocument, {
    variables: ({ params, maxPageSize }) => ({ stub: params.stub, comments: Math.min(MAX_COMMENTS, maxPageSize) }),
    cache,
    reply: ({ talkByStub: talk }) => talk && talkPage(talk),
  }),
];
