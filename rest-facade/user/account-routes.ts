import * as operations from '../operations/documents.generated.js';
import { contactBody, registrationBody } from './body.js';
import { refusing, route } from '../route.js';
import { created, gone, taken } from '../shape/written.js';

const EMAIL = "A valid entry for 'email' is required";
const EMAIL_MISSING = 'The email address must be supplied';
const EMAIL_UNKNOWN = "Can't find that email address";
const emailChangeSentences = { FIELD_REQUIRED: 'The token of the link must be supplied' };
const twitter = 'Cannot login via Twitter';

/** Registration and account recovery without login, and contact with the operator: contract §2.5 and §3.11. */
export const accountRoutes = [
  route('POST /v2.1/users', {
    operation: operations.RegisterDocument,
    variables: (request) => ({ input: registrationBody(request) }),
    reply: ({ register }, { links }) => created(links.user(register.user.id)),
    sentences: { 'FIELD_REQUIRED.email': EMAIL },
  }),
  route('POST /v2.1/users/verifications', {
    operation: operations.VerifyEmailDocument,
    variables: ({ fields }) => ({ input: { token: fields.text('token') } }),
    reply: () => gone,
    sentences: { FIELD_REQUIRED: 'Verification token must be supplied' },
  }),
  route('POST /v2.1/users/passwords', {
    operation: operations.ResetPasswordDocument,
    variables: ({ fields }) => ({ input: { token: fields.text('token'), password: fields.text('password') } }),
    reply: () => gone,
    sentences: {
      'FIELD_REQUIRED.token': 'Reset token must be supplied',
      'FIELD_REQUIRED.password': 'New password must be supplied',
    },
  }),
  route('POST /v2.1/users/email_changes/confirmations', {
    operation: operations.ConfirmEmailChangeDocument,
    variables: ({ fields }) => ({ input: { token: fields.text('token') } }),
    reply: ({ confirmEmailChange }) => (confirmEmailChange.hasTakenEffect ? gone : taken),
    sentences: emailChangeSentences,
  }),
  route('POST /v2.1/users/email_changes/authorisations', {
    operation: operations.AuthoriseEmailChangeDocument,
    variables: ({ fields }) => ({ input: { token: fields.text('token') } }),
    reply: ({ authoriseEmailChange }) => (authoriseEmailChange.hasTakenEffect ? gone : taken),
    sentences: emailChangeSentences,
  }),
  route('POST /v2.1/users/email_changes/cancellations', {
    operation: operations.CancelEmailChangeDocument,
    variables: ({ fields }) => ({ input: { token: fields.text('token') } }),
    reply: () => gone,
    sentences: {
      ...emailChangeSentences,
      EMAIL_CHANGE_FAILED: 'The change of the email address could not be cancelled',
    },
  }),
  route('POST /v2.1/emails/verifications', {
    operation: operations.RequestEmailVerificationDocument,
    variables: ({ fields }) => ({ input: { email: fields.text('email') } }),
    reply: () => taken,
    sentences: { FIELD_REQUIRED: EMAIL_MISSING, USER_UNKNOWN: EMAIL_UNKNOWN },
  }),
  route('POST /v2.1/emails/reminders/username', {
    operation: operations.RequestUsernameReminderDocument,
    variables: ({ fields }) => ({ input: { email: fields.text('email') } }),
    reply: () => taken,
    sentences: { FIELD_REQUIRED: EMAIL_MISSING, USER_UNKNOWN: EMAIL_UNKNOWN },
  }),
  route('POST /v2.1/emails/reminders/password', {
    operation: operations.RequestPasswordResetDocument,
    variables: ({ fields }) => ({ input: { username: fields.text('username') } }),
    reply: () => taken,
    sentences: { FIELD_REQUIRED: 'A username must be supplied', USER_UNKNOWN: "Can't find that user" },
  }),
  route('POST /v2.1/contact', {
    operation: operations.ContactDocument,
    variables: (request) => ({ input: contactBody(request) }),
    reply: () => taken,
    fieldNames: contactBody.fieldNames,
    sentences: { FIELD_REQUIRED: "The field '{field}' is required." },
    together: { FIELD_REQUIRED: 'The fields {fields} are required.' },
  }),

  refusing('POST /v2.1/twitter/request_token', twitter),
  refusing('POST /v2.1/twitter/token', twitter),
  refusing('POST /v2.1/facebook/token', 'Cannot login via Facebook'),
];
