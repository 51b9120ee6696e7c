import { may } from './truth.js';
import { PASSWORD, type At } from './world.js';
import { same, tooOften, type Write } from './write.js';

const FIRST_PARTY = 'FORBIDDEN FIRST_PARTY_ONLY';
const elsewhere = { ownerElsewhere: FIRST_PARTY, adminElsewhere: FIRST_PARTY } as const;
const everybody = may('everybody');
const application = ({ application }: At) => [application];
const described = { name: 'Agenda', description: 'Shows it' };
const message = { name: 'Vera', email: 'vera@example.org', subject: 'Hello', comment: 'How are you?' };
const client = ({ website }: At) => ({ client_id: website.client_id, client_secret: website.client_secret });

/** Writes of applications and to them, including logins. */
export const writesToApplications: readonly Write[] = [
  {
    ...{ name: 'write to the people behind it', mutation: 'contact', row: 'POST /v2.1/contact', ids: () => [] },
    body: (at) => ({ ...message, ...client(at) }),
    input: ({ website }) => ({ ...message, consumerKey: website.client_id, consumerSecret: website.client_secret }),
    ...{ asks: [], truth: everybody },
    wrong: [
      {
        ...{ by: 'anonymous', told: 'INVALID FIELD_REQUIRED:name FIELD_REQUIRED:subject' },
        ...same({ name: '', subject: ' ' }),
      },
      { by: 'anonymous', told: 'INVALID EMAIL_INVALID:email', ...same({ email: 'x' }) },
      { by: 'anonymous', told: 'SPAM COMMENT_IS_SPAM:comment', ...same({ comment: 'cheap pills' }) },
      {
        ...{ by: 'admin', told: 'FORBIDDEN CLIENT_REFUSED' },
        given: () => 'update applications set is_first_party = false',
      },
      tooOften,
    ],
  },
  {
    ...{ name: 'log in', mutation: 'issueToken', row: 'POST /v2.1/token', ids: () => [], asks: [], truth: everybody },
    body: (at) => ({ grant_type: 'password', username: 'owner', password: PASSWORD, ...client(at) }),
    input: ({ website }) => ({
      ...{ username: 'owner', password: PASSWORD },
      ...{ clientId: website.client_id, clientSecret: website.client_secret },
    }),
    wrong: [
      { by: 'anonymous', told: 'FORBIDDEN SIGN_IN_FAILED', ...same({ password: 'x' }) },
      { by: 'anonymous', told: 'FORBIDDEN SIGN_IN_FAILED', ...same({ username: 'nobody' }) },
      { by: 'anonymous', told: 'RATE_LIMITED RATE_LIMITED', ...same({ password: 'x' }), times: 2 },
      {
        ...{ by: 'anonymous', told: 'FORBIDDEN CLIENT_REFUSED' },
        ...{ body: { client_secret: 'x' }, input: { clientSecret: 'x' } },
      },
      {
        ...{ by: 'anonymous', told: 'UNAUTHENTICATED NOT_VERIFIED' },
        given: ({ users }) => `update users set is_verified = false where id = ${users.owner}`,
      },
    ],
  },
  {
    ...{ name: 'end a token', mutation: 'revokeToken', row: 'DELETE /v2.1/token/{id}', ids: ({ token }) => [token] },
    ...{ input: ({ token }) => ({ tokenId: token }), asks: ['mayManageAccounts'] },
    ...{ truth: may('owners', 'NOT_FOUND TOKEN_UNKNOWN', elsewhere) },
    wrong: [
      {
        ...{ by: 'owner', told: 'NOT_FOUND TOKEN_UNKNOWN' },
        given: () => 'update applications set tokens_are_revocable = false',
      },
    ],
  },
  {
    ...{ name: 'register an application', mutation: 'registerApplication', row: 'POST /v2.1/applications' },
    ...{ ids: () => [], body: () => ({ ...described, callback_url: 'app://back' }) },
    ...{ input: () => ({ ...described, callbackUrl: 'app://back' }), asks: ['mayManageAccounts'] },
    truth: may('members', undefined, elsewhere),
    wrong: [
      {
        ...{ by: 'stranger', told: 'INVALID FIELD_REQUIRED:name FIELD_REQUIRED:description URL_INVALID:callback_url' },
        body: { name: '', description: '', callback_url: 'nowhere' },
        input: { name: '', description: '', callbackUrl: 'nowhere' },
      },
      tooOften,
    ],
  },
  {
    ...{ name: 'replace an application', mutation: 'replaceApplication', row: 'PUT /v2.1/applications/{id}' },
    ...{ ids: application, body: () => ({ ...described, callback_url: '' }), asks: ['mayManageAccounts'] },
    input: ({ application }) => ({ ...described, applicationId: application, callbackUrl: null }),
    truth: may('owners', 'NOT_FOUND APPLICATION_UNKNOWN', elsewhere),
    wrong: [
      {
        ...{ by: 'owner', told: 'INVALID TEXT_TOO_LONG:name FIELD_REQUIRED:description' },
        ...same({ name: 'x'.repeat(256), description: '' }),
      },
    ],
  },
  {
    ...{ name: 'delete an application', mutation: 'deleteApplication', row: 'DELETE /v2.1/applications/{id}' },
    ...{ ids: application, input: ({ application }) => ({ applicationId: application }), asks: ['mayManageAccounts'] },
    ...{ truth: may('owners', 'NOT_FOUND APPLICATION_UNKNOWN', elsewhere), wrong: [] },
  },
];
