import { body, text } from '../../table/body.js';
import * as operations from '../../operations/documents.generated.js';
import { created, gone, replying, taken, type Replying } from '../../table/replies.js';
import { route } from '../../table/route.js';
import { contactBody, registrationBody } from './record.js';

/** Both links must be followed, in any order. */
const followedLink = <Data>(select: (data: Data) => { readonly hasTakenEffect: boolean }): Replying<Data, unknown> =>
  replying(
    [
      { status: 204, description: 'The new address is in use.' },
      { status: 202, description: 'Accepted. The change takes effect once the other link is followed.' },
    ],
    (data) => ({ status: select(data).hasTakenEffect ? 204 : 202, body: null }),
  );

const EMAIL = "A valid entry for 'email' is required";
const EMAIL_MISSING = 'The email address must be supplied';
const EMAIL_UNKNOWN = "Can't find that email address";
const emailChangeSentences = { FIELD_REQUIRED: 'The token of the link must be supplied' };

const linkTokenBody = body({ token: text('token') });
const resetBody = body({ token: text('token'), password: text('password') });
const emailBody = body({ email: text('email') });
const usernameBody = body({ username: text('username') });

/** Registration and account recovery without login, and contact with the operator: contract §2.5 and §3.11. */
export const accountRoutes = [
  route('POST /v2.1/users', operations.RegisterDocument, {
    summary: 'Register an account',
    body: registrationBody.membersOf('RegisterInput'),
    variables: (request) => ({ input: registrationBody(request) }),
    reply: created('The account.', ({ register }, { links }) => links.user(register.user.id)),
    sentences: { 'FIELD_REQUIRED.email': EMAIL },
  }),
  route('POST /v2.1/users/verifications', operations.VerifyEmailDocument, {
    summary: 'Verify an e-mail address',
    body: linkTokenBody.membersOf('VerifyEmailInput'),
    variables: (request) => ({ input: linkTokenBody(request) }),
    reply: gone,
    sentences: { FIELD_REQUIRED: 'Verification token must be supplied' },
  }),
  route('POST /v2.1/users/passwords', operations.ResetPasswordDocument, {
    summary: 'Reset a password',
    body: resetBody.membersOf('ResetPasswordInput'),
    variables: (request) => ({ input: resetBody(request) }),
    reply: gone,
    sentences: {
      'FIELD_REQUIRED.token': 'Reset token must be supplied',
      'FIELD_REQUIRED.password': 'New password must be supplied',
    },
  }),
  route('POST /v2.1/users/email_changes/confirmations', operations.ConfirmEmailChangeDocument, {
    summary: 'Confirm a new e-mail address',
    body: linkTokenBody.membersOf('ConfirmEmailChangeInput'),
    variables: (request) => ({ input: linkTokenBody(request) }),
    reply: followedLink(({ confirmEmailChange }) => confirmEmailChange),
    sentences: emailChangeSentences,
  }),
  route('POST /v2.1/users/email_changes/authorisations', operations.AuthoriseEmailChangeDocument, {
    summary: 'Authorise a new e-mail address',
    body: linkTokenBody.membersOf('AuthoriseEmailChangeInput'),
    variables: (request) => ({ input: linkTokenBody(request) }),
    reply: followedLink(({ authoriseEmailChange }) => authoriseEmailChange),
    sentences: emailChangeSentences,
  }),
  route('POST /v2.1/users/email_changes/cancellations', operations.CancelEmailChangeDocument, {
    summary: 'Cancel a change of e-mail address',
    body: linkTokenBody.membersOf('CancelEmailChangeInput'),
    variables: (request) => ({ input: linkTokenBody(request) }),
    reply: gone,
    sentences: {
      ...emailChangeSentences,
      EMAIL_CHANGE_FAILED: 'The change of the email address could not be cancelled',
    },
  }),
  route('POST /v2.1/emails/verifications', operations.RequestEmailVerificationDocument, {
    summary: 'Resend the verification mail',
    body: emailBody.membersOf('RequestEmailVerificationInput'),
    variables: (request) => ({ input: emailBody(request) }),
    reply: taken,
    sentences: { FIELD_REQUIRED: EMAIL_MISSING, USER_UNKNOWN: EMAIL_UNKNOWN },
  }),
  route('POST /v2.1/emails/reminders/username', operations.RequestUsernameReminderDocument, {
    summary: 'Request a username reminder',
    body: emailBody.membersOf('RequestUsernameReminderInput'),
    variables: (request) => ({ input: emailBody(request) }),
    reply: taken,
    sentences: { FIELD_REQUIRED: EMAIL_MISSING, USER_UNKNOWN: EMAIL_UNKNOWN },
  }),
  route('POST /v2.1/emails/reminders/password', operations.RequestPasswordResetDocument, {
    summary: 'Request a password reset',
    body: usernameBody.membersOf('RequestPasswordResetInput'),
    variables: (request) => ({ input: usernameBody(request) }),
    reply: taken,
    sentences: { FIELD_REQUIRED: 'A username must be supplied', USER_UNKNOWN: "Can't find that user" },
  }),
  route('POST /v2.1/contact', operations.ContactDocument, {
    summary: 'Contact the operator of the service',
    body: contactBody.membersOf('ContactInput'),
    variables: (request) => ({ input: contactBody(request) }),
    reply: taken,
    fieldNames: contactBody.fieldNames,
    sentences: { FIELD_REQUIRED: "The field '{field}' is required." },
    together: { FIELD_REQUIRED: 'The fields {fields} are required.' },
  }),
];
