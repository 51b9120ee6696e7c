import { contactBody, registrationBody, userBody } from './body.js';
import { yesOrNo } from '../openapi/json-schema.js';
import { of, own } from '../openapi/member.js';
import { created, gone, page, single, taken, type Answers, type Operations } from '../openapi/operation.js';

/** Both links must be followed, in any order. */
const followedLink: readonly Answers[] = [
  { status: 204, description: 'The new address is in use.' },
  { status: 202, description: 'Accepted. The change takes effect once the other link is followed.' },
];

/** Spec §2.7, contract §3.9. */
export const userOperations: Operations = {
  'GET /v2.1/users': {
    summary: 'List users',
    query: { username: of('Query.users.username'), keyword: of('Query.users.keyword') },
    answers: page('users', 'User'),
  },
  'GET /v2.1/users/:userId': { summary: 'Get a user', answers: single('users', 'User') },
  'PUT /v2.1/users/:userId': {
    summary: 'Update an account',
    body: userBody.membersOf('ReplaceUserInput'),
    answers: gone,
  },
  'DELETE /v2.1/users/:userId': { summary: 'Delete an account', answers: gone },
  'GET /v2.1/users/:userId/talks': { summary: 'List talks of a user', answers: page('talks', 'Talk') },
  'GET /v2.1/users/:userId/attended': { summary: 'List events that a user attends', answers: page('events', 'Event') },
  'GET /v2.1/users/:userId/hosted': { summary: 'List events that a user hosts', answers: page('events', 'Event') },
  'GET /v2.1/users/:userId/talk_comments': {
    summary: 'List talk comments of a user',
    answers: page('comments', 'TalkComment'),
  },
  'DELETE /v2.1/users/:userId/talk_comments': { summary: 'Delete all talk comments of a user', answers: gone },
  'POST /v2.1/users/:userId/trusted': {
    summary: 'Set whether a user is trusted',
    description:
      'Sets whether events that the user submits are approved immediately or require approval; for site administrators. ' +
      'UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
    body: { trusted: { ...own(yesOrNo, 'Whether the user is trusted.'), required: true } },
    answers: gone,
  },
};

/** Contract §2.5 and §3.11. */
export const accountOperations: Operations = {
  'POST /v2.1/users': {
    summary: 'Register an account',
    body: registrationBody.membersOf('RegisterInput'),
    answers: created('The account.'),
  },
  'POST /v2.1/users/verifications': {
    summary: 'Verify an e-mail address',
    body: { token: of('VerifyEmailInput.token') },
    answers: gone,
  },
  'POST /v2.1/users/passwords': {
    summary: 'Reset a password',
    body: { token: of('ResetPasswordInput.token'), password: of('ResetPasswordInput.password') },
    answers: gone,
  },
  'POST /v2.1/users/email_changes/confirmations': {
    summary: 'Confirm a new e-mail address',
    body: { token: of('ConfirmEmailChangeInput.token') },
    answers: followedLink,
  },
  'POST /v2.1/users/email_changes/authorisations': {
    summary: 'Authorise a new e-mail address',
    body: { token: of('AuthoriseEmailChangeInput.token') },
    answers: followedLink,
  },
  'POST /v2.1/users/email_changes/cancellations': {
    summary: 'Cancel a change of e-mail address',
    body: { token: of('CancelEmailChangeInput.token') },
    answers: gone,
  },
  'POST /v2.1/emails/verifications': {
    summary: 'Resend the verification mail',
    body: { email: of('RequestEmailVerificationInput.email') },
    answers: taken,
  },
  'POST /v2.1/emails/reminders/username': {
    summary: 'Request a username reminder',
    body: { email: of('RequestUsernameReminderInput.email') },
    answers: taken,
  },
  'POST /v2.1/emails/reminders/password': {
    summary: 'Request a password reset',
    body: { username: of('RequestPasswordResetInput.username') },
    answers: taken,
  },
  'POST /v2.1/contact': {
    summary: 'Contact the operator of the service',
    body: contactBody.membersOf('ContactInput'),
    answers: taken,
  },
};
