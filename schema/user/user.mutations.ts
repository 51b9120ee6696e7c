import { Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { distrustUser, trustUser } from '../../src/core/account/trust.js';
import { deleteTalkCommentsOfUser, deleteUser } from '../../src/core/account/user-deletion.js';
import { replaceUser } from '../../src/core/account/users.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { ReplaceUserInput } from './user.input.js';
import { UserType } from './user.type.js';

const DeleteUserInput = idInput('DeleteUserInput', 'userId', 'ID of the account to delete.');
const TrustUserInput = idInput('TrustUserInput', 'userId', 'ID of the user to trust.');
const DistrustUserInput = idInput('DistrustUserInput', 'userId', 'ID of the user to no longer trust.');
const DeleteTalkCommentsOfUserInput = idInput(
  'DeleteTalkCommentsOfUserInput',
  'userId',
  'ID of the user whose comments to delete.',
);

const user = { type: () => UserType, description: 'The user after the mutation.' };
const ReplaceUserPayload = payloadOf('ReplaceUserPayload', 'Result of `replaceUser`.', { user });
const TrustUserPayload = payloadOf('TrustUserPayload', 'Result of `trustUser`.', { user });
const DistrustUserPayload = payloadOf('DistrustUserPayload', 'Result of `distrustUser`.', { user });
const DeleteTalkCommentsOfUserPayload = payloadOf(
  'DeleteTalkCommentsOfUserPayload',
  'Result of `deleteTalkCommentsOfUser`.',
  {
    user,
  },
);
const DeleteUserPayload = payloadOf('DeleteUserPayload', 'Result of `deleteUser`.', {
  deletedUserId: { type: () => ID, description: 'ID of the deleted account.' },
});

@Resolver()
export class UserMutations {
  @Mutation(() => ReplaceUserPayload, {
    description:
      "Replaces the fields of an account. Requires the owner of the account or a site administrator. A new password revokes every other access token of the account and cancels a pending e-mail change. A new e-mail address for the viewer's own account requires confirmation; site administrators change the addresses of other accounts immediately. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID with all problems at once, RATE_LIMITED.",
  })
  async replaceUser(@Input(() => ReplaceUserInput) input: ReplaceUserInput, @Ctx() context: Context) {
    return { user: await context.reads.load('user', await replaceUser(context, input)) };
  }

  @Mutation(() => DeleteUserPayload, {
    description:
      'Deletes an account. Its comments and speaker names remain without an account. Requires a site administrator. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
  })
  async deleteUser(
    @Input(() => DeleteUserInput) { userId }: InstanceType<typeof DeleteUserInput>,
    @Ctx() context: Context,
  ) {
    return { deletedUserId: await deleteUser(context, userId) };
  }

  @Mutation(() => TrustUserPayload, {
    description:
      'Marks a user as trusted, so that submitted events are approved immediately. Idempotent. Requires a site administrator. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
  })
  async trustUser(
    @Input(() => TrustUserInput) { userId }: InstanceType<typeof TrustUserInput>,
    @Ctx() context: Context,
  ) {
    return { user: await context.reads.load('user', await trustUser(context, userId)) };
  }

  @Mutation(() => DistrustUserPayload, {
    description:
      'Marks a user as untrusted, so that submitted events require approval. Idempotent. Requires a site administrator. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
  })
  async distrustUser(
    @Input(() => DistrustUserInput) { userId }: InstanceType<typeof DistrustUserInput>,
    @Ctx() context: Context,
  ) {
    return { user: await context.reads.load('user', await distrustUser(context, userId)) };
  }

  @Mutation(() => DeleteTalkCommentsOfUserPayload, {
    description:
      'Deletes all talk comments of a user. Requires a site administrator. Errors: UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
  })
  async deleteTalkCommentsOfUser(
    @Input(() => DeleteTalkCommentsOfUserInput) { userId }: InstanceType<typeof DeleteTalkCommentsOfUserInput>,
    @Ctx() context: Context,
  ) {
    return { user: await context.reads.load('user', await deleteTalkCommentsOfUser(context, userId)) };
  }
}
