import type { Context } from '../../src/core/context.js';
import { deleteApplication, registerApplication, replaceApplication } from '../../src/core/application/applications.js';
import { contact } from '../../src/core/application/contact.js';
import { revokeGrant } from '../../src/core/application/grants.js';
import { issueToken } from '../../src/core/application/issue-token.js';
import { revokeToken } from '../../src/core/application/tokens.js';
import { field, nullable } from '../fields.js';
import { deletedNode, mutation, mutations, nodeIdOfDeleted } from '../root-fields.js';
import { viewerOf } from '../user/user.type.js';

const viewer = field.record('User', 'The viewer, who owns the application.');

const REDIRECT_URIS =
  'Where logins may return to: at most 10 https URLs, loopback URLs such as `http://127.0.0.1/callback` (any port matches) and URIs of a private-use scheme such as `com.example.app:/callback`, which a login must repeat exactly.';
const IS_PUBLIC =
  'Whether the application has no secret, such as a frontend in a browser or on a device: it uses the authorization code flow with PKCE, and not `issueToken`.';

const withViewer = async (context: Context, id: string) => ({
  application: await context.reads.load('application', id),
  viewer: await viewerOf(context),
});

export const applicationMutations = mutations({
  registerApplication: mutation({
    scopes: ['account'],
    description:
      'Registers an application through which users can log in. Not available to third-party applications. Errors: UNAUTHENTICATED, FORBIDDEN, INVALID, RATE_LIMITED.',
    input: {
      name: field.string('The name of the application: 1 to 255 characters.'),
      description: field.string('The purpose of the application; must not be empty.'),
      callbackUrl: nullable.string(
        'The callback URL: an absolute URL of at most 500 characters, with the scheme `http`, `https` or a scheme of the application. Required without `redirectUris`.',
      ),
      redirectUris: nullable.strings(`${REDIRECT_URIS} Null: none.`),
      isPublic: nullable.boolean(`${IS_PUBLIC} Null: false.`),
    },
    payload: {
      application: field.record('Application', 'The new application, with its consumer key and secret.'),
      viewer,
    },
    run: async (context, input) => withViewer(context, await registerApplication(context, input)),
  }),

  replaceApplication: mutation({
    scopes: ['account'],
    description:
      'Replaces the fields of an application of the viewer. The consumer key and secret are unchanged. Not available to third-party applications. Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, INVALID.',
    input: {
      applicationId: field.id('ID of the application to replace.'),
      name: field.string('The name of the application: 1 to 255 characters.'),
      description: field.string('The purpose of the application; must not be empty.'),
      callbackUrl: nullable.string(
        'The callback URL: an absolute URL of at most 500 characters, `http`, `https` or a custom scheme. Unchanged if omitted; null or empty removes it.',
      ),
      redirectUris: nullable.strings(`${REDIRECT_URIS} Unchanged if omitted or null.`),
      isPublic: nullable.boolean(`${IS_PUBLIC} Unchanged if omitted or null.`),
    },
    payload: { application: field.record('Application', 'The updated application.'), viewer },
    run: async (context, input) => withViewer(context, await replaceApplication(context, input)),
  }),

  deleteApplication: mutation({
    scopes: ['account'],
    description:
      'Deletes an application of the viewer and every access token issued to it. Not available to third-party applications. Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND.',
    input: { applicationId: field.id('ID of the application to delete.') },
    payload: { deletedNodeId: deletedNode('application'), viewer },
    run: async (context, { applicationId }) => {
      await deleteApplication(context, applicationId);
      return { viewer: await viewerOf(context), deletedNodeId: nodeIdOfDeleted('Application', applicationId) };
    },
  }),

  issueToken: mutation({
    scopes: null,
    description:
      'Issues an access token for a username and password. Errors: FORBIDDEN if the application credentials are invalid (`CLIENT_REFUSED`) or the username or password is wrong (`SIGN_IN_FAILED`); UNAUTHENTICATED if the e-mail address of the account is not verified (`NOT_VERIFIED`); INVALID, RATE_LIMITED, UNAVAILABLE.',
    input: {
      username: field.string('The username or the e-mail address, case-insensitive.'),
      password: field.string('The password.'),
      clientId: field.string('The consumer key of the application through which the user logs in.'),
      clientSecret: field.string('The consumer secret of the application.'),
    },
    payload: {
      accessToken: field.string(
        'The access token, for the header `Authorization: Bearer <token>`. It cannot be retrieved again.',
      ),
      user: field.record('User', 'The user that the token authenticates.'),
      viewer: nullable.record(
        'User',
        'The user authenticated by the access token of this request; null if the request is anonymous.',
      ),
    },
    run: async (context, input) => {
      const { token, userId } = await issueToken(context, input);
      return {
        accessToken: token,
        user: await context.reads.load('user', userId),
        viewer: await viewerOf(context),
      };
    },
  }),

  revokeToken: mutation({
    scopes: ['account'],
    description:
      'Revokes an access token of the viewer. Not available to third-party applications. Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND.',
    input: { tokenId: field.id('ID of the access token to revoke.') },
    payload: { deletedNodeId: deletedNode('token'), viewer: field.record('User', 'The viewer, who owned the token.') },
    run: async (context, { tokenId }) => {
      await revokeToken(context, tokenId);
      return { viewer: await viewerOf(context), deletedNodeId: nodeIdOfDeleted('AccessToken', tokenId) };
    },
  }),

  revokeGrant: mutation({
    scopes: ['account'],
    description:
      'Ends a login of the viewer, with all of its tokens. Not available to third-party applications. Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND.',
    input: { grantId: field.id('ID of the grant to revoke.') },
    payload: { deletedNodeId: deletedNode('grant'), viewer: field.record('User', 'The viewer, who owned the grant.') },
    run: async (context, { grantId }) => {
      await revokeGrant(context, grantId);
      return { viewer: await viewerOf(context), deletedNodeId: nodeIdOfDeleted('Grant', grantId) };
    },
  }),

  contact: mutation({
    scopes: null,
    description:
      'Mails a message to the operators of the service. Requires the credentials of a first-party application, but no access token. Errors: FORBIDDEN, INVALID, SPAM, RATE_LIMITED.',
    input: {
      consumerKey: field.string('The consumer key of a first-party application.'),
      consumerSecret: field.string('The consumer secret of the application.'),
      name: field.string('The name of the sender: 1 to 200 characters.'),
      email: field.string('The reply address, of at most 200 characters.'),
      subject: field.string('The subject: 1 to 200 characters.'),
      comment: field.string('The text of the message: 1 to 65535 characters.'),
    },
    payload: { accepted: field.boolean('Always true: the message is queued for delivery.') },
    run: async (context, input) => {
      await contact(context, input);
      return { accepted: true };
    },
  }),
});
