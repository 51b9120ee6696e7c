import { Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { distrustUser, trustUser } from '../../src/domain/account/trust.js';
import { deleteTalkCommentsOfUser, deleteUser } from '../../src/domain/account/user-deletion.js';
import { replaceUser } from '../../src/domain/account/users.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { ReplaceUserInput } from './user.input.js';
import { UserType } from './user.type.js';

const DeleteUserInput = idInput('DeleteUserInput', 'userId', 'The account to delete.');
const TrustUserInput = idInput('TrustUserInput', 'userId', 'Whom to trust.');
const DistrustUserInput = idInput('DistrustUserInput', 'userId', 'Whom to trust no longer.');
const DeleteTalkCommentsOfUserInput = idInput('DeleteTalkCommentsOfUserInput', 'userId', 'Whose comments to delete.');

const user = { type: () => UserType, description: 'The user as they are now.' };
const ReplaceUserPayload = payloadOf('ReplaceUserPayload', 'What replacing an account changed.', { user });
const TrustUserPayload = payloadOf('TrustUserPayload', 'What trusting somebody changed.', { user });
const DistrustUserPayload = payloadOf('DistrustUserPayload', 'What trusting somebody no longer changed.', { user });
const DeleteTalkCommentsOfUserPayload = payloadOf(
  'DeleteTalkCommentsOfUserPayload',
  'What deleting comments changed.',
  {
    user,
  },
);
const DeleteUserPayload = payloadOf('DeleteUserPayload', 'What deleting an account changed.', {
  deletedUserId: { type: () => ID, description: 'The number that the account had.' },
});

@Resolver()
export class UserMutations {
  @Mutation(() => ReplaceUserPayload, {
    description:
      'Changes your account, or any as a site administrator. A new password revokes every other access token of the account. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID with everything that is wrong at once, RATE_LIMITED.',
  })
  async replaceUser(@Input(() => ReplaceUserInput) input: ReplaceUserInput, @Ctx() context: Context) {
    return { user: await context.reads.load('user', await replaceUser(context, input)) };
  }

  @Mutation(() => DeleteUserPayload, {
    description:
      'Deletes an account, as a site administrator. Its comments and its names on talks stay, and lead to nobody. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
  })
  async deleteUser(
    @Input(() => DeleteUserInput) { userId }: InstanceType<typeof DeleteUserInput>,
    @Ctx() context: Context,
  ) {
    return { deletedUserId: await deleteUser(context, userId) };
  }

  @Mutation(() => TrustUserPayload, {
    description:
      'Has the events that somebody submits approved at once, as a site administrator. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
  })
  async trustUser(
    @Input(() => TrustUserInput) { userId }: InstanceType<typeof TrustUserInput>,
    @Ctx() context: Context,
  ) {
    return { user: await context.reads.load('user', await trustUser(context, userId)) };
  }

  @Mutation(() => DistrustUserPayload, {
    description:
      'Has the events that somebody submits await approval, as a site administrator. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
  })
  async distrustUser(
    @Input(() => DistrustUserInput) { userId }: InstanceType<typeof DistrustUserInput>,
    @Ctx() context: Context,
  ) {
    return { user: await context.reads.load('user', await distrustUser(context, userId)) };
  }

  @Mutation(() => DeleteTalkCommentsOfUserPayload, {
    description:
      'Deletes everything that somebody has said about talks, as a site administrator. UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.',
  })
  async deleteTalkCommentsOfUser(
    @Input(() => DeleteTalkCommentsOfUserInput) { userId }: InstanceType<typeof DeleteTalkCommentsOfUserInput>,
    @Ctx() context: Context,
  ) {
    return { user: await context.reads.load('user', await deleteTalkCommentsOfUser(context, userId)) };
  }
}
