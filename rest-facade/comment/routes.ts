import { EventCommentRecordDocument, TalkCommentRecordDocument } from '../operations/documents.generated.js';
import { route } from '../route.js';
import { eventCommentRecord, talkCommentRecord } from './record.js';
import { recordOf } from '../shape/envelope.js';

const missing = 'Comment not found';

/** Spec §4.3 and §4.6, contract §3.6 and §3.7. */
export const commentRoutes = [
  route('GET /v2.1/event_comments/:commentId', {
    operation: EventCommentRecordDocument,
    variables: ({ params, verbose }) => ({ id: params.commentId, verbose }),
    reply: (data, request) => recordOf('comments', data.eventComment, eventCommentRecord, missing, request, data),
  }),
  route('GET /v2.1/talk_comments/:commentId', {
    operation: TalkCommentRecordDocument,
    variables: ({ params, verbose }) => ({ id: params.commentId, verbose }),
    reply: (data, request) => recordOf('comments', data.talkComment, talkCommentRecord, missing, request, data),
  }),
];
