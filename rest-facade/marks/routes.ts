import * as operations from '../operations/documents.generated.js';
import { route } from '../route.js';
import { created, done } from '../shape/written.js';

const CREATE = 'You must be logged in to create data';

/** Stars and attendance: spec §3, §4.2 and §4.5; `Location` is the request URL (decisions.md no. 9). */
export const markRoutes = [
  route('POST /v2.1/talks/:talkId/starred', {
    operation: operations.StarTalkDocument,
    variables: ({ params }) => ({ input: { talkId: params.talkId } }),
    reply: (_, { links, params }) => created(links.below(links.talk(params.talkId), 'starred')),
    login: CREATE,
  }),
  route('DELETE /v2.1/talks/:talkId/starred', {
    operation: operations.UnstarTalkDocument,
    variables: ({ params }) => ({ input: { talkId: params.talkId } }),
    reply: (_, { links, params }) => done(links.below(links.talk(params.talkId), 'starred')),
    login: 'You must be logged in to remove data',
  }),
  route('POST /v2.1/events/:eventId/attending', {
    operation: operations.AttendEventDocument,
    variables: ({ params }) => ({ input: { eventId: params.eventId } }),
    reply: (_, { links, params }) => created(links.below(links.event(params.eventId), 'attending')),
    login: CREATE,
  }),
  route('DELETE /v2.1/events/:eventId/attending', {
    operation: operations.LeaveEventDocument,
    variables: ({ params }) => ({ input: { eventId: params.eventId } }),
    reply: (_, { links, params }) => done(links.below(links.event(params.eventId), 'attending')),
    login: 'You must be logged in to delete data',
  }),
];
