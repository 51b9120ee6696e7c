import { readSecret } from '../../src/core/application/client-credentials.js';
import type { ApplicationRow } from '../../src/core/reads/applications.js';
import { accessTokenConnection, applicationConnection } from '../../src/core/reads/own-credentials.js';
import { ownsApplication, requireAccountManager } from '../../src/core/rules.js';
import { field, nullable } from '../fields.js';
import { computed, maybeRelated, objectType } from '../object-type.js';
import { pagedQuery, pageRequest } from '../paging.js';
import { lookup, queries } from '../root-fields.js';

const FOR_OWNER = 'Visible only to the owner; null otherwise.';

objectType('Application', 'A client application through which users log in, such as a website or a mobile app.', {
  id: field.id('Numeric ID of the application, as in `/v2.1/applications/{id}`.'),
  ownerId: nullable.id('ID of the user who registered the application; null if it has no owner.'),
  owner: maybeRelated(
    'User',
    'user',
    'ownerId',
    'The user who registered the application; null if it has no owner or the account is inactive.',
  ),
  name: nullable.string(
    'The name of the application, shown as the source of comments posted with it. Null for imported applications without a name.',
  ),
  description: field.string('The purpose of the application.'),
  callbackUrl: nullable.string(
    'The callback URL, with the scheme `http`, `https` or a scheme of the application; null if there is none.',
  ),
  isFirstParty: field.boolean(
    'Whether the application is first-party. Third-party applications cannot manage accounts and access tokens.',
  ),
  isPublic: field.boolean(
    'Whether the application has no secret, such as a frontend in a browser: users log in by the authorization code flow with PKCE.',
  ),
  redirectUris: field.strings('The URIs to which logins by the authorization code flow may return.'),
  createdAt: field.dateTime('Time of registration, in UTC.'),
  consumerKey: computed(
    nullable.string(
      `The consumer key, which identifies the application at login: the OAuth parameter \`client_id\`. ${FOR_OWNER}`,
    ),
    ({ ownerId, publicKey }: ApplicationRow, { viewer }) => (ownsApplication(viewer, ownerId) ? publicKey : null),
  ),
  consumerSecret: computed(
    nullable.string(`The consumer secret, which authenticates the application; null if it is public. ${FOR_OWNER}`),
    (application: ApplicationRow, { viewer, services }) =>
      !application.isPublic && ownsApplication(viewer, application.ownerId)
        ? readSecret(application, services.secretKey)
        : null,
  ),
});

objectType(
  'AccessToken',
  'An access token of a user. The token itself is only returned when it is issued, by `issueToken`.',
  {
    id: field.id('Numeric ID of the access token, as in `/v2.1/token/{id}`. Not a secret.'),
    isRevocable: field.boolean(
      'Whether `revokeToken` can revoke the token. The tokens of some applications are not revocable.',
    ),
    createdAt: field.dateTime('Time of issue, in UTC.'),
    lastUsedAt: nullable.dateTime(
      'Time of the last use, in UTC, accurate to a few minutes; null if the token was never used.',
    ),
    application: maybeRelated(
      'Application',
      'applicationOfToken',
      'applicationId',
      'The application to which the token was issued; null if it was issued on the command line.',
    ),
    expiresAt: nullable.dateTime('Time of expiry, in UTC; null if the token has no fixed expiry.'),
  },
);

const FIRST_PARTY = 'Not available to third-party applications. Errors: UNAUTHENTICATED, FORBIDDEN.';

export const applicationQueries = queries({
  application: lookup(
    'Application',
    ({ viewer }) => {
      requireAccountManager(viewer);
      return 'application';
    },
    `Look up an application of the viewer by ID. Returns null if the viewer registered no such application. ${FIRST_PARTY}`,
  ),
  applications: pagedQuery(
    'Application',
    `Applications registered by the viewer, ordered by ID. ${FIRST_PARTY}`,
    {},
    ({ viewer, reads, maxPageSize }, args) => {
      requireAccountManager(viewer);
      return applicationConnection(reads, pageRequest(args, maxPageSize));
    },
  ),
  accessToken: lookup(
    'AccessToken',
    (context) => {
      requireAccountManager(context.viewer);
      return 'accessToken';
    },
    `Look up an access token of the viewer by ID. Returns null if the viewer has no such token. ${FIRST_PARTY}`,
  ),
  accessTokens: pagedQuery(
    'AccessToken',
    `Revocable access tokens of the viewer, ordered by ID. ${FIRST_PARTY}`,
    {},
    (context, args) => {
      requireAccountManager(context.viewer);
      return accessTokenConnection(context.reads, pageRequest(args, context.maxPageSize));
    },
  ),
});
