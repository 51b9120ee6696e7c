import { row } from '../../src/http/rows/row.js';
import { FeedbackPageDocument } from '../documents.generated.js';
import { feedbackPage } from './feedback-page.js';

/** Pages of one talk. */
export const talkPages = [
  row('/feedback/:stub', FeedbackPageDocument, {
    variables: ({ params }) => ({ stub: params.stub }),
    cache: { shows: 'everything', listsEvents: false },
    reply: ({ talkByStub: talk }) => talk && feedbackPage(talk),
  }),
];
