import * as operations from '../operations/documents.generated.js';
import { listVariables } from '../read/list.js';
import { userSearchVariables } from './search.js';
import { route } from '../route.js';
import { talkCommentRecord } from '../comment/record.js';
import { pageOf, recordOf, there } from '../shape/envelope.js';
import { eventRecord } from '../event/record.js';
import { talkRecord } from '../talk/record.js';
import { userRecord } from './record.js';

const missing = 'User not found';

/** Spec §2.7, contract §3.9. */
export const userRoutes = [
  route('GET /v2.1/users', {
    operation: operations.UserCollectionDocument,
    variables: userSearchVariables,
    reply: (data, request) => pageOf('users', data.users, userRecord, request, data),
  }),
  route('GET /v2.1/users/:userId', {
    operation: operations.UserRecordDocument,
    variables: ({ params, verbose }) => ({ id: params.userId, verbose }),
    reply: (data, request) => recordOf('users', data.user, userRecord, missing, request, data),
  }),
  route('GET /v2.1/users/:userId/talks', {
    operation: operations.UserTalksDocument,
    variables: (request) => ({ id: request.params.userId, ...listVariables(request) }),
    reply: (data, request) => pageOf('talks', there(data.user, missing).talks, talkRecord, request, data),
  }),
  route('GET /v2.1/users/:userId/attended', {
    operation: operations.UserAttendedEventsDocument,
    variables: (request) => ({ id: request.params.userId, ...listVariables(request) }),
    reply: (data, request) => pageOf('events', there(data.user, missing).attendedEvents, eventRecord, request, data),
  }),
  route('GET /v2.1/users/:userId/hosted', {
    operation: operations.UserHostedEventsDocument,
    variables: (request) => ({ id: request.params.userId, ...listVariables(request) }),
    reply: (data, request) => pageOf('events', there(data.user, missing).hostedEvents, eventRecord, request, data),
  }),
  route('GET /v2.1/users/:userId/talk_comments', {
    operation: operations.UserTalkCommentsDocument,
    variables: (request) => ({ id: request.params.userId, ...listVariables(request) }),
    reply: (data, request) =>
      pageOf('comments', there(data.user, missing).talkComments, talkCommentRecord, request, data),
  }),
];
