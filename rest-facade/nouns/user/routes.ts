import * as operations from '../../operations/documents.generated.js';
import { talkCommentRecord } from '../comment/record.js';
import { eventRecord } from '../event/record.js';
import { yesOrNo } from '../../wire/json-schema.js';
import { of, own } from '../../table/described-member.js';
import type { UserCollectionQueryVariables } from '../../operations/documents.generated.js';
import { listVariables } from '../../wire/paging.js';
import { page, single, gone } from '../../table/replies.js';
import type { WireRequest } from '../../wire/request.js';
import { route } from '../../table/route.js';
import { orNotFound } from '../../wire/envelope.js';
import { talkRecord } from '../talk/record.js';
import { userRecord, trustedState, userBody } from './record.js';

/** `?username=` matches exactly, `?keyword=` a substring of a name (contract §3.9). */
function userSearchVariables(request: WireRequest): UserCollectionQueryVariables {
  const { query } = request;
  return {
    username: query.text('username') || null,
    keyword: query.text('keyword') || null,
    ...listVariables(request),
  };
}

const missing = 'User not found';

const CHANGE = 'You must be logged in to change a user account';

/** Spec §2.7, contract §3.9. */
export const userRoutes = [
  route('GET /v2.1/users', operations.UserCollectionDocument, {
    summary: 'List users',
    query: { username: of('Query.users.username'), keyword: of('Query.users.keyword') },
    variables: userSearchVariables,
    reply: page('users', userRecord, ({ users }) => users),
  }),
  route('GET /v2.1/users/:userId', operations.UserRecordDocument, {
    summary: 'Get a user',
    variables: ({ params, verbose }) => ({ id: params.userId, verbose }),
    reply: single('users', userRecord, missing, ({ user }) => user),
  }),
  route('GET /v2.1/users/:userId/talks', operations.UserTalksDocument, {
    summary: 'List talks of a user',
    variables: (request) => ({ id: request.params.userId, ...listVariables(request) }),
    reply: page('talks', talkRecord, ({ user }) => orNotFound(user, missing).talks),
  }),
  route('GET /v2.1/users/:userId/attended', operations.UserAttendedEventsDocument, {
    summary: 'List events that a user attends',
    variables: (request) => ({ id: request.params.userId, ...listVariables(request) }),
    reply: page('events', eventRecord, ({ user }) => orNotFound(user, missing).attendedEvents),
  }),
  route('GET /v2.1/users/:userId/hosted', operations.UserHostedEventsDocument, {
    summary: 'List events that a user hosts',
    variables: (request) => ({ id: request.params.userId, ...listVariables(request) }),
    reply: page('events', eventRecord, ({ user }) => orNotFound(user, missing).hostedEvents),
  }),
  route('GET /v2.1/users/:userId/talk_comments', operations.UserTalkCommentsDocument, {
    summary: 'List talk comments of a user',
    variables: (request) => ({ id: request.params.userId, ...listVariables(request) }),
    reply: page('comments', talkCommentRecord, ({ user }) => orNotFound(user, missing).talkComments),
  }),
  route('PUT /v2.1/users/:userId', operations.ReplaceUserDocument, {
    summary: 'Update an account',
    body: userBody.membersOf('ReplaceUserInput'),
    variables: (request) => ({ input: { userId: request.params.userId, ...userBody(request) } }),
    reply: gone,
    login: CHANGE,
    fieldNames: userBody.fieldNames,
    sentences: {
      'FIELD_REQUIRED.email': "A valid entry for 'email' is required",
      USERNAME_TAKEN: 'That username is already associated with another account',
    },
  }),
  route('DELETE /v2.1/users/:userId', operations.DeleteUserDocument, {
    summary: 'Delete an account',
    variables: ({ params }) => ({ input: { userId: params.userId } }),
    reply: gone,
    login: 'You must be logged in to delete data',
  }),
  route('POST /v2.1/users/:userId/trusted', operations.SetUserTrustDocument, {
    summary: 'Set whether a user is trusted',
    description:
      'Sets whether events submitted by the user are approved immediately. Requires a site administrator. ' +
      'Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
    body: { trusted: { ...own(yesOrNo, 'Whether the user is trusted.'), required: true } },
    variables: ({ params, fields }) => ({ userId: params.userId, trusted: trustedState(fields) }),
    reply: gone,
    login: CHANGE,
    sentences: { ADMINS_ONLY: "You must be an admin to change a user's trusted state" },
  }),
  route('DELETE /v2.1/users/:userId/talk_comments', operations.DeleteTalkCommentsOfUserDocument, {
    summary: 'Delete all talk comments of a user',
    variables: ({ params }) => ({ input: { userId: params.userId } }),
    reply: gone,
    login: 'You must be logged in to perform this operation.',
    sentences: { ADMINS_ONLY: 'This operation requires admin privileges.' },
  }),
];
