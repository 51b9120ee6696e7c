import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { verifyEmail } from '../../src/core/account/email-verification.js';
import { resetPassword } from '../../src/core/account/password-reset.js';
import { register } from '../../src/core/account/registration.js';
import { Input, payloadOf } from '../mutation.js';
import { UserType } from '../user/user.type.js';
import { RegisterInput, ResetPasswordInput, VerifyEmailInput } from './account.input.js';

const user = { type: () => UserType, description: 'The owner of the account.' };
const RegisterPayload = payloadOf('RegisterPayload', 'Result of `register`.', { user });
const VerifyEmailPayload = payloadOf('VerifyEmailPayload', 'Result of `verifyEmail`.', { user });
const ResetPasswordPayload = payloadOf('ResetPasswordPayload', 'Result of `resetPassword`.', { user });

@Resolver()
export class AccountMutations {
  @Mutation(() => RegisterPayload, {
    description:
      'Registers an account and sends a verification mail. The account cannot log in before its e-mail address is verified. Errors: INVALID with all problems at once, RATE_LIMITED.',
  })
  async register(@Input(() => RegisterInput) input: RegisterInput, @Ctx() context: Context) {
    return { user: await context.reads.load('user', await register(context, input)) };
  }

  @Mutation(() => VerifyEmailPayload, {
    description: 'Verifies the e-mail address of an account by the token of a verification mail. Errors: INVALID.',
  })
  async verifyEmail(@Input(() => VerifyEmailInput) { token }: VerifyEmailInput, @Ctx() context: Context) {
    return { user: await context.reads.load('user', await verifyEmail(context, token)) };
  }

  @Mutation(() => ResetPasswordPayload, {
    description:
      'Sets a new password by the token of a password reset mail, and marks the e-mail address as verified. Revokes every access token of the account. Errors: INVALID.',
  })
  async resetPassword(@Input(() => ResetPasswordInput) input: ResetPasswordInput, @Ctx() context: Context) {
    return { user: await context.reads.load('user', await resetPassword(context, input)) };
  }
}
