import * as operations from '../../operations/documents.generated.js';
import { created, done } from '../../table/replies.js';
import { route } from '../../table/route.js';

const CREATE = 'You must be logged in to create data';

/** Stars and attendance: spec §3, §4.2 and §4.5; `Location` is the request URL (decisions no. 9). */
export const starRoutes = [
  route('POST /v2.1/talks/:talkId/starred', operations.StarTalkDocument, {
    summary: 'Star a talk',
    variables: ({ params }) => ({ input: { talkId: params.talkId } }),
    reply: created('The request URL.', (_, { links, params }) => links.below(links.talk(params.talkId), 'starred')),
    login: CREATE,
  }),
  route('DELETE /v2.1/talks/:talkId/starred', operations.UnstarTalkDocument, {
    summary: 'Unstar a talk',
    variables: ({ params }) => ({ input: { talkId: params.talkId } }),
    reply: done('The request URL.', (_, { links, params }) => links.below(links.talk(params.talkId), 'starred')),
    login: 'You must be logged in to remove data',
  }),
];

export const attendanceRoutes = [
  route('POST /v2.1/events/:eventId/attending', operations.AttendEventDocument, {
    summary: 'Attend an event',
    variables: ({ params }) => ({ input: { eventId: params.eventId } }),
    reply: created('The request URL.', (_, { links, params }) => links.below(links.event(params.eventId), 'attending')),
    login: CREATE,
  }),
  route('DELETE /v2.1/events/:eventId/attending', operations.LeaveEventDocument, {
    summary: 'Stop attending an event',
    variables: ({ params }) => ({ input: { eventId: params.eventId } }),
    reply: done('The request URL.', (_, { links, params }) => links.below(links.event(params.eventId), 'attending')),
    login: 'You must be logged in to delete data',
  }),
];
