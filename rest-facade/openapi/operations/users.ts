import { yesOrNo } from '../json-schema.js';
import { of, own, type Members } from '../member.js';
import { created, gone, page, single, taken, type Operations } from '../operation.js';

const profile = (input: 'RegisterInput' | 'ReplaceUserInput'): Members => ({
  full_name: of(`${input}.fullName`),
  email: of(`${input}.email`),
  username: of(`${input}.username`),
  password: of(`${input}.password`),
  twitter_username: of(`${input}.twitterUsername`),
  biography: of(`${input}.biography`),
});

/** Spec §2.7, contract §3.9. */
export const userOperations: Operations = {
  'GET /v2.1/users': {
    summary: 'Users',
    query: { username: of('Query.users.username'), keyword: of('Query.users.keyword') },
    answers: page('users', 'User'),
  },
  'GET /v2.1/users/:userId': { summary: 'A user', answers: single('users', 'User') },
  'PUT /v2.1/users/:userId': {
    summary: 'Change an account',
    body: { ...profile('ReplaceUserInput'), old_password: of('ReplaceUserInput.oldPassword') },
    answers: gone,
  },
  'DELETE /v2.1/users/:userId': { summary: 'Delete an account', answers: gone },
  'GET /v2.1/users/:userId/talks': { summary: 'Talks of a user', answers: page('talks', 'Talk') },
  'GET /v2.1/users/:userId/attended': { summary: 'Events that a user attends', answers: page('events', 'Event') },
  'GET /v2.1/users/:userId/hosted': { summary: 'Events that a user hosts', answers: page('events', 'Event') },
  'GET /v2.1/users/:userId/talk_comments': {
    summary: 'What a user has said of talks',
    answers: page('comments', 'TalkComment'),
  },
  'DELETE /v2.1/users/:userId/talk_comments': { summary: 'Delete all talk comments of a user', answers: gone },
  'POST /v2.1/users/:userId/trusted': {
    summary: 'Trust a user, or no longer',
    description:
      'Decides whether the events that somebody submits are approved at once or await approval, as a site administrator. ' +
      'UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
    body: { trusted: { ...own(yesOrNo, 'Whether the user is trusted.'), required: true } },
    answers: gone,
  },
};

/** Contract §2.5 and §3.11. */
export const accountOperations: Operations = {
  'POST /v2.1/users': { summary: 'Register', body: profile('RegisterInput'), answers: created('The account.') },
  'POST /v2.1/users/verifications': {
    summary: 'Verify an address',
    body: { token: of('VerifyEmailInput.token') },
    answers: gone,
  },
  'POST /v2.1/users/passwords': {
    summary: 'Choose a new password',
    body: { token: of('ResetPasswordInput.token'), password: of('ResetPasswordInput.password') },
    answers: gone,
  },
  'POST /v2.1/emails/verifications': {
    summary: 'Have the mail that verifies sent again',
    body: { email: of('RequestEmailVerificationInput.email') },
    answers: taken,
  },
  'POST /v2.1/emails/reminders/username': {
    summary: 'Be reminded of a username',
    body: { email: of('RequestUsernameReminderInput.email') },
    answers: taken,
  },
  'POST /v2.1/emails/reminders/password': {
    summary: 'Ask for a new password',
    body: { username: of('RequestPasswordResetInput.username') },
    answers: taken,
  },
  'POST /v2.1/contact': {
    summary: 'Write to the people who run the service',
    body: {
      client_id: of('ContactInput.consumerKey'),
      client_secret: of('ContactInput.consumerSecret'),
      name: of('ContactInput.name'),
      email: of('ContactInput.email'),
      subject: of('ContactInput.subject'),
      comment: of('ContactInput.comment'),
    },
    answers: taken,
  },
};
