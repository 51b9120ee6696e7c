import {
  requestEmailVerification,
  requestPasswordReset,
  requestUsernameReminder,
} from '../../src/core/account/account-mail.js';
import {
  authoriseEmailChange,
  cancelEmailChange,
  confirmEmailChange,
} from '../../src/core/account/email-change-links.js';
import { resetPassword, verifyEmail } from '../../src/core/account/account-tokens.js';
import { register } from '../../src/core/account/registration.js';
import { field, nullable } from '../fields.js';
import { changed, mutation, mutations } from '../root-fields.js';

const user = field.record('User', 'The owner of the account.');

const accepted = field.boolean(
  'Always true. Does not disclose whether the account exists, unless the service is configured to do so.',
);

const changeLink = {
  user,
  hasTakenEffect: field.boolean('Whether the new address is in use; false if the other link must still be followed.'),
};

export const accountMutations = mutations({
  register: mutation({
    scopes: null,
    description:
      'Registers an account and sends a verification mail. The account cannot log in before its e-mail address is verified. If another account uses the address, its owner receives a mail instead, and the response is the same, unless the service is configured to disclose accounts. Errors: INVALID with all problems at once, RATE_LIMITED.',
    input: {
      username: field.string('The username: 1 to 100 characters, unique regardless of case.'),
      fullName: field.string('The display name: 1 to 200 characters.'),
      email: field.string(
        'The e-mail address, of at most 200 characters. Only one account can verify it, which is necessary before login.',
      ),
      password: field.string('The password: at least 6 characters, at most 1024 bytes.'),
      twitterUsername: nullable.string(
        'The Twitter username, of at most 20 characters. Optional; null or empty for none.',
      ),
      biography: nullable.string('A biography of at most 65535 characters. Optional; null or empty for none.'),
    },
    inputNote: 'Leading and trailing whitespace of names and addresses is removed.',
    payload: { user },
    run: async (context, input) => changed(context, 'user', await register(context, input)),
  }),

  verifyEmail: mutation({
    scopes: null,
    description:
      'Verifies the e-mail address of an account with the token from a verification mail. Does nothing if it is verified already. Errors: INVALID.',
    input: {
      token: field.string(
        'The token from the link in a verification mail. It expires after seven days, unless the address is verified by then.',
      ),
    },
    payload: { user },
    run: async (context, { token }) => changed(context, 'user', await verifyEmail(context, token)),
  }),

  resetPassword: mutation({
    scopes: null,
    description:
      'Sets a new password with the token from a password reset mail, and marks the e-mail address as verified. Revokes every access token of the account. Errors: INVALID.',
    input: {
      token: field.string('The token from the link in the password reset mail. Single-use; expires after one hour.'),
      password: field.string('The new password: at least 6 characters, at most 1024 bytes.'),
    },
    payload: { user },
    run: async (context, input) => changed(context, 'user', await resetPassword(context, input)),
  }),

  // Requests for account mails. The response is the same whether or not the account exists, to prevent enumeration.
  requestEmailVerification: mutation({
    scopes: null,
    description: 'Sends another verification mail to the address of an account. Errors: INVALID, RATE_LIMITED.',
    input: { email: field.string('The e-mail address of the account or its username, case-insensitive.') },
    payload: { accepted },
    run: async (context, { email }) => {
      await requestEmailVerification(context, email);
      return { accepted: true };
    },
  }),

  requestUsernameReminder: mutation({
    scopes: null,
    description: 'Mails the username of an account to its e-mail address. Errors: INVALID, RATE_LIMITED.',
    input: { email: field.string('The e-mail address of the account, case-insensitive.') },
    payload: { accepted },
    run: async (context, { email }) => {
      await requestUsernameReminder(context, email);
      return { accepted: true };
    },
  }),

  requestPasswordReset: mutation({
    scopes: null,
    description: 'Sends a password reset mail to the address of an account. Errors: INVALID, RATE_LIMITED.',
    input: { username: field.string('The username or the e-mail address of the account, case-insensitive.') },
    payload: { accepted },
    run: async (context, { username }) => {
      await requestPasswordReset(context, username);
      return { accepted: true };
    },
  }),

  // Commands behind the links in e-mail change mails. The token of the link is the only credential.
  confirmEmailChange: mutation({
    scopes: null,
    description:
      'Confirms a new e-mail address with the token mailed to it. The address takes effect once the change is also authorised; links mailed to the former address then no longer reset the password. Errors: INVALID.',
    input: { token: field.string('The token from the link sent to the new address. It expires after seven days.') },
    payload: changeLink,
    run: async (context, { token }) => {
      const { userId, hasTakenEffect } = await confirmEmailChange(context, token);
      return { user: await context.reads.load('user', userId), hasTakenEffect };
    },
  }),

  authoriseEmailChange: mutation({
    scopes: null,
    description:
      'Authorises a new e-mail address with the token mailed to the current one. Not needed if the change was requested with the current password. The address takes effect once it is also confirmed. Errors: INVALID.',
    input: { token: field.string('The token from the link sent to the current address. It expires after seven days.') },
    payload: changeLink,
    run: async (context, { token }) => {
      const { userId, hasTakenEffect } = await authoriseEmailChange(context, token);
      return { user: await context.reads.load('user', userId), hasTakenEffect };
    },
  }),

  cancelEmailChange: mutation({
    scopes: null,
    description:
      'Cancels a pending e-mail change with the token mailed to the current address, and revokes every access token of the account. Errors: INVALID.',
    input: { token: field.string('The token from the link sent to the current address. It expires after seven days.') },
    payload: { user },
    run: async (context, { token }) => changed(context, 'user', await cancelEmailChange(context, token)),
  }),
});
