import { may } from './truth.js';
import { EMAIL_CHANGE_TOKENS, RESET_TOKEN, VERIFY_TOKEN, type At } from './world.js';
import { same, tooOften, type Wrong, type Write } from './write.js';

const ADMINS = 'FORBIDDEN ADMINS_ONLY';
const FIRST_PARTY = 'FORBIDDEN FIRST_PARTY_ONLY';
const elsewhere = { ownerElsewhere: FIRST_PARTY, adminElsewhere: FIRST_PARTY } as const;
const everybody = may('everybody');
const admins = may('admins', ADMINS, elsewhere);
const owner = ({ users }: At) => [users.owner];
const userId = ({ users }: At) => ({ userId: users.owner });
const unknownUser: Wrong = {
  ...{ by: 'admin', told: 'NOT_FOUND USER_UNKNOWN' },
  given: ({ users }) => `update users set is_active = false where id = ${users.owner}`,
};
const missing = (field: string): Wrong => ({
  ...{ by: 'anonymous', told: `INVALID FIELD_REQUIRED:${field}` },
  ...same({ [field]: '' }),
});

type Step = keyof typeof EMAIL_CHANGE_TOKENS;
/** A link in a mail about a new address: its token is the only credential. */
const link = (step: Step, mutation: string, path: string): Write => ({
  ...{ name: `${step} a new address`, mutation, row: `POST /v2.1/users/email_changes/${path}`, ids: () => [] },
  ...{ body: () => ({ token: EMAIL_CHANGE_TOKENS[step] }), input: () => ({ token: EMAIL_CHANGE_TOKENS[step] }) },
  ...{ asks: [], truth: everybody },
  wrong: [
    missing('token'),
    { by: 'owner', told: 'INVALID EMAIL_CHANGE_FAILED:token', ...same({ token: RESET_TOKEN }) },
    {
      ...{ by: 'anonymous', told: 'INVALID EMAIL_CHANGE_FAILED:token' },
      given: () => 'update email_changes set expires_at = now()',
    },
    {
      ...{ by: 'anonymous', told: 'INVALID EMAIL_CHANGE_FAILED:token' },
      given: ({ users }) => `update users set is_active = false where id = ${users.owner}`,
    },
  ],
});

const person = { username: 'newcomer', email: 'new@example.org', password: 'secret enough', biography: 'Hello' };
const changed = { email: 'owner2@example.org', username: 'owner2' };

export const writesToAccounts: readonly Write[] = [
  {
    ...{ name: 'register', mutation: 'register', row: 'POST /v2.1/users', ids: () => [] },
    ...{ body: () => ({ ...person, full_name: 'New', twitter_username: 'new' }) },
    ...{ input: () => ({ ...person, fullName: 'New', twitterUsername: 'new' }), asks: [], truth: everybody },
    wrong: [
      {
        told: 'INVALID FIELD_REQUIRED:username FIELD_REQUIRED:full_name EMAIL_INVALID:email PASSWORD_TOO_SHORT:password',
        body: { username: '', full_name: ' ', email: 'x', password: 'short' },
        ...{ by: 'anonymous', input: { username: '', fullName: ' ', email: 'x', password: 'short' } },
      },
      {
        ...{ by: 'anonymous', told: 'INVALID USERNAME_TAKEN:username' },
        ...same({ username: 'OWNER', email: 'Owner@example.org' }),
      },
      // The second is refused, because its names are in use; beyond the limit of refusals, the third meets that of accounts.
      { ...tooOften, times: 3 },
    ],
  },
  {
    ...{ name: 'verify an address', mutation: 'verifyEmail', row: 'POST /v2.1/users/verifications', ids: () => [] },
    ...{ body: () => ({ token: VERIFY_TOKEN }), input: () => ({ token: VERIFY_TOKEN }), asks: [], truth: everybody },
    wrong: [
      missing('token'),
      {
        ...{ by: 'anonymous', told: 'INVALID VERIFICATION_FAILED:token' },
        given: () => "update account_tokens set expires_at = 'epoch'",
      },
    ],
  },
  {
    ...{ name: 'reset a password', mutation: 'resetPassword', row: 'POST /v2.1/users/passwords', ids: () => [] },
    body: () => ({ token: RESET_TOKEN, password: 'another one' }),
    input: () => ({ token: RESET_TOKEN, password: 'another one' }),
    ...{ asks: [], truth: everybody },
    wrong: [
      {
        ...{ by: 'anonymous', told: 'INVALID FIELD_REQUIRED:token PASSWORD_TOO_SHORT:password' },
        ...same({ token: '', password: 'short' }),
      },
      { by: 'anonymous', told: 'INVALID RESET_FAILED:token', ...same({ token: VERIFY_TOKEN }) },
    ],
  },
  {
    ...{
      name: 'ask for a verification mail',
      mutation: 'requestEmailVerification',
      row: 'POST /v2.1/emails/verifications',
    },
    ...{ ids: () => [], body: () => ({ email: 'owner@example.org' }), input: () => ({ email: 'Owner@example.org' }) },
    ...{ asks: [], truth: everybody, wrong: [missing('email'), tooOften] },
  },
  {
    ...{
      name: 'ask for the username',
      mutation: 'requestUsernameReminder',
      row: 'POST /v2.1/emails/reminders/username',
    },
    ...{ ids: () => [], body: () => ({ email: 'owner@example.org' }), input: () => ({ email: 'owner@example.org' }) },
    ...{ asks: [], truth: everybody, wrong: [missing('email'), tooOften] },
  },
  {
    ...{
      name: 'ask for a new password',
      mutation: 'requestPasswordReset',
      row: 'POST /v2.1/emails/reminders/password',
    },
    ...{ ids: () => [], body: () => ({ username: 'owner' }), input: () => ({ username: 'owner' }) },
    ...{ asks: [], truth: everybody, wrong: [missing('username'), tooOften] },
  },
  {
    ...{ name: 'replace an account', mutation: 'replaceUser', row: 'PUT /v2.1/users/{id}', ids: owner },
    body: () => ({ ...changed, full_name: 'Owner the Second', biography: '' }),
    input: (at) => ({ ...userId(at), ...changed, fullName: 'Owner the Second', biography: null }),
    ...{ asks: ['mayEditUser', 'mayManageAccounts', 'maySeeAccount', 'mayChangeEmailAtOnce'] },
    leaves: {
      query: "select email from users where username = 'owner2'",
      by: { owner: 'owner@example.org', admin: 'owner2@example.org' },
    },
    truth: may('accounts', 'FORBIDDEN OWN_ACCOUNT_ONLY', elsewhere),
    wrong: [
      unknownUser,
      {
        told: 'INVALID FIELD_REQUIRED:full_name EMAIL_INVALID:email OLD_PASSWORD_REQUIRED:old_password USERNAME_TAKEN:username',
        body: { full_name: '', email: 'x', password: 'long enough', username: 'admin' },
        ...{ by: 'owner', input: { fullName: '', email: 'x', password: 'long enough', username: 'admin' } },
      },
      {
        ...{ by: 'owner', told: 'FORBIDDEN OLD_PASSWORD_WRONG:old_password' },
        body: { password: 'long enough', old_password: 'x' },
        input: { password: 'long enough', oldPassword: 'x' },
      },
      {
        ...{ by: 'owner', told: 'FORBIDDEN OLD_PASSWORD_WRONG:old_password' },
        ...{ body: { old_password: 'x' }, input: { currentPassword: 'x' } },
      },
    ],
  },
  link('confirm', 'confirmEmailChange', 'confirmations'),
  link('authorise', 'authoriseEmailChange', 'authorisations'),
  link('cancel', 'cancelEmailChange', 'cancellations'),
  {
    ...{ name: 'delete an account', mutation: 'deleteUser', row: 'DELETE /v2.1/users/{id}', ids: owner, input: userId },
    ...{ asks: ['mayDeleteUser', 'mayManageAccounts'], truth: admins },
    wrong: [
      {
        ...{ by: 'admin', told: 'NOT_FOUND USER_UNKNOWN' },
        about: (at) => ({ ...at, users: { ...at.users, owner: '999999' } }),
      },
      {
        ...{ by: 'admin', told: 'FORBIDDEN LAST_ADMIN_STAYS' },
        about: (at) => ({ ...at, users: { ...at.users, owner: at.users.admin } }),
      },
    ],
  },
  {
    ...{ name: 'trust a user', mutation: 'trustUser', row: 'POST /v2.1/users/{id}/trusted', ids: owner, input: userId },
    ...{
      body: () => ({ trusted: true }),
      asks: ['mayTrustUsers', 'mayManageAccounts'],
      truth: admins,
      wrong: [unknownUser],
    },
  },
  {
    ...{ name: 'distrust a user', mutation: 'distrustUser', row: 'POST /v2.1/users/{id}/trusted' },
    ...{ ids: ({ users }) => [users.trusted], input: ({ users }) => ({ userId: users.trusted }) },
    ...{ body: () => ({ trusted: false }), asks: ['mayTrustUsers', 'mayManageAccounts'], truth: admins, wrong: [] },
  },
  {
    ...{ name: 'delete what somebody has said', mutation: 'deleteTalkCommentsOfUser', ids: owner, input: userId },
    ...{
      row: 'DELETE /v2.1/users/{id}/talk_comments',
      asks: ['mayDeleteCommentsOfUser', 'mayManageAccounts'],
      truth: admins,
    },
    wrong: [unknownUser],
  },
];
