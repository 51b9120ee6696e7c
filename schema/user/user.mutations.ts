import { distrustUser, trustUser } from '../../src/core/account/account-status.js';
import { deleteTalkCommentsOfUser, deleteUser } from '../../src/core/account/user-deletion.js';
import { replaceUser, updateUser } from '../../src/core/account/users.js';
import { field, nullable, optional } from '../fields.js';
import { changed, deletedNode, mutation, mutations, nodeIdOfDeleted } from '../root-fields.js';

const user = field.record('User', 'The user after the mutation.');

const accountFields = {
  fullName: field.string('The display name: 1 to 200 characters.'),
  email: field.string(
    "The e-mail address, of at most 200 characters. A new address for the viewer's own account takes effect after confirmation by the link sent to it and authorisation by `currentPassword` or by a link sent to the current address; until then it is `pendingEmail`. If another account uses it, its owner receives a mail instead of the link, unless the service is configured to disclose accounts. Passing the current address changes nothing.",
  ),
  username: nullable.string('A new username of at most 100 characters; unchanged if empty, null or omitted.'),
  twitterUsername: nullable.string(
    'The Twitter username, of at most 20 characters; unchanged if omitted, removed if empty or null.',
  ),
  biography: nullable.string('The biography; unchanged if omitted, removed if empty or null.'),
  hasRandomAvatarHash: nullable.boolean(
    'Whether `avatarHash` is random instead of the MD5 of the e-mail address; unchanged if omitted or null. A random hash is kept until this is set to false.',
  ),
  password: nullable.string(
    'A new password: at least 6 characters, at most 1024 bytes; unchanged if empty, null or omitted.',
  ),
  currentPassword: nullable.string(
    "The current password. Required to set a new password, and authorises a new e-mail address for the viewer's own account. Without it, a new address must be authorised by a link sent to the current one.",
  ),
  oldPassword: nullable.string('Former name of `currentPassword`, which takes precedence; omit it if that is given.', {
    deprecationReason: 'Use `currentPassword`. Retained until 2028-12-31.',
  }),
};

export const userMutations = mutations({
  replaceUser: mutation({
    scopes: ['account'],
    description:
      "Replaces the fields of an account. Requires the owner of the account or a site administrator. Not available to third-party applications. A new password revokes every other access token of the account and cancels a pending e-mail change. A new e-mail address for the viewer's own account requires confirmation; site administrators change the addresses of other accounts immediately. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID with all problems at once, RATE_LIMITED.",
    input: { ...accountFields, userId: field.id('ID of the account to change.') },
    inputNote: 'Leading and trailing whitespace of names and addresses is removed.',
    payload: { user },
    run: async (context, input) => changed(context, 'user', await replaceUser(context, input)),
  }),

  updateUser: mutation({
    scopes: ['account'],
    description:
      'Changes the given fields of an account. Otherwise as `replaceUser`. Requires the owner of the account or a site administrator. Not available to third-party applications. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID with all problems at once, RATE_LIMITED.',
    input: { ...optional(accountFields), userId: field.id('ID of the account to change.') },
    inputNote: 'Leading and trailing whitespace of names and addresses is removed.',
    payload: { user },
    run: async (context, input) => changed(context, 'user', await updateUser(context, input)),
  }),

  deleteUser: mutation({
    scopes: ['account'],
    description:
      'Deletes an account. Its comments and speaker names remain without an account. Requires a site administrator. Not available to third-party applications. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
    input: { userId: field.id('ID of the account to delete.') },
    payload: { deletedNodeId: deletedNode('account'), deletedUserId: field.id('ID of the deleted account.') },
    run: async (context, { userId }) => {
      const id = await deleteUser(context, userId);
      return { deletedUserId: id, deletedNodeId: nodeIdOfDeleted('User', id) };
    },
  }),

  trustUser: mutation({
    scopes: ['account'],
    description:
      'Marks a user as trusted, so that submitted events are approved immediately. Idempotent. Requires a site administrator. Not available to third-party applications. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
    input: { userId: field.id('ID of the user to trust.') },
    payload: { user },
    run: async (context, { userId }) => changed(context, 'user', await trustUser(context, userId)),
  }),

  distrustUser: mutation({
    scopes: ['account'],
    description:
      'Marks a user as untrusted, so that submitted events require approval. Idempotent. Requires a site administrator. Not available to third-party applications. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
    input: { userId: field.id('ID of the user to no longer trust.') },
    payload: { user },
    run: async (context, { userId }) => changed(context, 'user', await distrustUser(context, userId)),
  }),

  deleteTalkCommentsOfUser: mutation({
    scopes: ['account'],
    description:
      'Deletes all talk comments of a user. Requires a site administrator. Not available to third-party applications. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
    input: { userId: field.id('ID of the user whose comments to delete.') },
    payload: { user },
    run: async (context, { userId }) => changed(context, 'user', await deleteTalkCommentsOfUser(context, userId)),
  }),
});
