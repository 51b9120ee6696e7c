import * as operations from '../operations/documents.generated.js';
import { trustedState, userBody } from './body.js';
import { route } from '../route.js';
import { gone } from '../shape/written.js';

const CHANGE = 'You must be logged in to change a user account';

/** Account management: contract §3.9. None of these responses has a `Location`. */
export const userWriteRoutes = [
  route('PUT /v2.1/users/:userId', {
    operation: operations.ReplaceUserDocument,
    variables: (request) => ({ input: { userId: request.params.userId, ...userBody(request) } }),
    reply: () => gone,
    login: CHANGE,
    fieldNames: userBody.fieldNames,
    sentences: {
      'FIELD_REQUIRED.email': "A valid entry for 'email' is required",
      USERNAME_TAKEN: 'That username is already associated with another account',
    },
  }),
  route('DELETE /v2.1/users/:userId', {
    operation: operations.DeleteUserDocument,
    variables: ({ params }) => ({ input: { userId: params.userId } }),
    reply: () => gone,
    login: 'You must be logged in to delete data',
  }),
  route('POST /v2.1/users/:userId/trusted', {
    operation: operations.SetUserTrustDocument,
    variables: ({ params, fields }) => ({ userId: params.userId, trusted: trustedState(fields) }),
    reply: () => gone,
    login: CHANGE,
    sentences: { ADMINS_ONLY: "You must be an admin to change a user's trusted state" },
  }),
  route('DELETE /v2.1/users/:userId/talk_comments', {
    operation: operations.DeleteTalkCommentsOfUserDocument,
    variables: ({ params }) => ({ input: { userId: params.userId } }),
    reply: () => gone,
    login: 'You must be logged in to perform this operation.',
    sentences: { ADMINS_ONLY: 'This operation requires admin privileges.' },
  }),
];
