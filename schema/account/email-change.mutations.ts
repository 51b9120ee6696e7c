import { Ctx, Mutation, Resolver, Field, InputType } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import {
  authoriseEmailChange,
  cancelEmailChange,
  confirmEmailChange,
} from '../../src/core/account/email-change-links.js';
import { Input, payloadOf } from '../mutation.js';
import { UserType } from '../user/user.type.js';

@InputType('ConfirmEmailChangeInput', { description: 'Input of `confirmEmailChange`.' })
class ConfirmEmailChangeInput {
  @Field(() => String, { description: 'The token of the link sent to the new address. It expires after seven days.' })
  token!: string;
}

@InputType('AuthoriseEmailChangeInput', { description: 'Input of `authoriseEmailChange`.' })
class AuthoriseEmailChangeInput {
  @Field(() => String, {
    description: 'The token of the link sent to the current address. It expires after seven days.',
  })
  token!: string;
}

@InputType('CancelEmailChangeInput', { description: 'Input of `cancelEmailChange`.' })
class CancelEmailChangeInput {
  @Field(() => String, {
    description: 'The token of the link sent to the current address. It expires after seven days.',
  })
  token!: string;
}

const user = { type: () => UserType, description: 'The owner of the account.' };
const followed = {
  user,
  hasTakenEffect: {
    type: () => Boolean,
    description: 'Whether the new address is in use; false if the other link must still be followed.',
  },
};
const ConfirmEmailChangePayload = payloadOf('ConfirmEmailChangePayload', 'Result of `confirmEmailChange`.', followed);
const AuthoriseEmailChangePayload = payloadOf(
  'AuthoriseEmailChangePayload',
  'Result of `authoriseEmailChange`.',
  followed,
);
const CancelEmailChangePayload = payloadOf('CancelEmailChangePayload', 'Result of `cancelEmailChange`.', { user });

/** Commands behind the links in e-mail change mails. The token of the link is the only credential. */
@Resolver()
export class EmailChangeMutations {
  @Mutation(() => ConfirmEmailChangePayload, {
    description:
      'Confirms a new e-mail address by the token mailed to it. The address takes effect once the change is also authorised; links mailed to the former address then no longer reset the password. Errors: INVALID.',
  })
  async confirmEmailChange(
    @Input(() => ConfirmEmailChangeInput) { token }: ConfirmEmailChangeInput,
    @Ctx() context: Context,
  ) {
    const { userId, hasTakenEffect } = await confirmEmailChange(context, token);
    return { user: await context.reads.load('user', userId), hasTakenEffect };
  }

  @Mutation(() => AuthoriseEmailChangePayload, {
    description:
      'Authorises a new e-mail address by the token mailed to the current one. Not needed if the change was requested with the current password. The address takes effect once it is also confirmed. Errors: INVALID.',
  })
  async authoriseEmailChange(
    @Input(() => AuthoriseEmailChangeInput) { token }: AuthoriseEmailChangeInput,
    @Ctx() context: Context,
  ) {
    const { userId, hasTakenEffect } = await authoriseEmailChange(context, token);
    return { user: await context.reads.load('user', userId), hasTakenEffect };
  }

  @Mutation(() => CancelEmailChangePayload, {
    description:
      'Cancels a pending e-mail change by the token mailed to the current address, and revokes every access token of the account. Errors: INVALID.',
  })
  async cancelEmailChange(
    @Input(() => CancelEmailChangeInput) { token }: CancelEmailChangeInput,
    @Ctx() context: Context,
  ) {
    return { user: await context.reads.load('user', await cancelEmailChange(context, token)) };
  }
}
