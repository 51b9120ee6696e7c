import { row } from '../../src/http/rows/row.js';
import { SharedFeedbackPageDocument } from '../documents.generated.js';
import { sharedPage } from './shared-page.js';

/** Feedback that a speaker shares. Not cached: a revoked share and a reported comment disappear at once. */
export const sharedPages = [
  row('/shared/:secret', SharedFeedbackPageDocument, {
    variables: ({ params, maxPageSize }) => ({ secret: params.secret, limit: maxPageSize }),
    cache: null,
    isSecret: true,
    isList: true,
    reply: ({ sharedFeedback }) => sharedFeedback && sharedPage(sharedFeedback),
  }),
];
