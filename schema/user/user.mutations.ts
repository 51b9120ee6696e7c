import { Ctx, ID, Mutation, Resolver, Field, InputType } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { distrustUser, trustUser } from '../../src/core/account/account-status.js';
import { deleteTalkCommentsOfUser, deleteUser } from '../../src/core/account/user-deletion.js';
import { replaceUser, type UserReplacement } from '../../src/core/account/users.js';
import { idInput, Input, payloadOf } from '../mutation.js';
import { UserType } from './user.type.js';

@InputType('ReplaceUserInput', {
  description: 'Input of `replaceUser`. Leading and trailing whitespace of names and addresses is removed.',
})
class ReplaceUserInput implements UserReplacement {
  @Field(() => ID, { description: 'ID of the account to change.' })
  userId!: string;

  @Field(() => String, { description: 'The display name: 1 to 200 characters.' })
  fullName!: string;

  @Field(() => String, {
    description:
      "The e-mail address, of at most 200 characters, unique among accounts. A new address for the viewer's own account takes effect after confirmation by the link sent to it and authorisation by `currentPassword` or by a link sent to the current address; until then it is `pendingEmail`. Passing the current address changes nothing.",
  })
  email!: string;

  @Field(() => String, {
    nullable: true,
    description: 'A new username of at most 100 characters; unchanged if empty, null or omitted.',
  })
  username?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The Twitter username, of at most 20 characters; unchanged if omitted, removed if empty or null.',
  })
  twitterUsername?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The biography; unchanged if omitted, removed if empty or null.',
  })
  biography?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether `avatarHash` is random instead of the MD5 of the e-mail address; unchanged if omitted or null. A random hash remains the same until it is switched off.',
  })
  hasRandomAvatarHash?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'A new password: at least 6 characters, at most 1024 bytes; unchanged if empty, null or omitted.',
  })
  password?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The current password. Required to set a new password, and authorises a new e-mail address for the viewer's own account. Without it, a new address must be authorised by a link sent to the current one.",
  })
  currentPassword?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Former name of `currentPassword`, which takes precedence if both are given. Optional; may be omitted.',
    deprecationReason: 'Use `currentPassword`. Retained until 2028-12-31.',
  })
  oldPassword?: string | null;
}

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
