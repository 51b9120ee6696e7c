import { requestAccountDeletion } from '../../src/core/account/account-deletion.js';
import { exportAccount } from '../../src/core/account/account-export.js';
import { field } from '../fields.js';
import { mutation, mutations } from '../root-fields.js';
import { viewerOf } from './user.type.js';

export const ownAccountMutations = mutations({
  exportAccount: mutation({
    scopes: ['account'],
    description:
      'Creates a link to a JSON file with all data about the viewer. An earlier link stops working. Not available to third-party applications. Errors: UNAUTHENTICATED, FORBIDDEN.',
    input: {},
    payload: {
      url: field.url(
        'The URL of the file. It contains a secret and requires no login. It cannot be retrieved again, and stops working when the password changes.',
      ),
      expiresAt: field.dateTime('Time at which the URL stops working, in UTC: 24 hours from now.'),
      viewer: field.record('User', 'The viewer.'),
    },
    run: async (context) => ({ ...(await exportAccount(context)), viewer: await viewerOf(context) }),
  }),

  deleteAccount: mutation({
    scopes: ['account'],
    description:
      "Deletes the viewer's account in seven days, and revokes all of its tokens at once. A login before that time cancels the deletion. Comments remain without an author, and names on talks remain. Not available to third-party applications and the last site administrator. Errors: UNAUTHENTICATED, INVALID, FORBIDDEN, RATE_LIMITED, UNAVAILABLE.",
    input: { password: field.string('The current password.') },
    payload: { deletionAt: field.dateTime('Time of the deletion, in UTC.') },
    run: async (context, { password }) => ({ deletionAt: await requestAccountDeletion(context, password) }),
  }),
});
