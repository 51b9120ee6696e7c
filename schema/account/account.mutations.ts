import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { verifyEmail } from '../../src/domain/account/email-verification.js';
import { resetPassword } from '../../src/domain/account/password-reset.js';
import { register } from '../../src/domain/account/registration.js';
import { Input, payloadOf } from '../mutation.js';
import { UserType } from '../user/user.type.js';
import { RegisterInput, ResetPasswordInput, VerifyEmailInput } from './account.input.js';

const user = { type: () => UserType, description: 'Whose account it is.' };
const RegisterPayload = payloadOf('RegisterPayload', 'What registering made.', { user });
const VerifyEmailPayload = payloadOf('VerifyEmailPayload', 'What verifying an address changed.', { user });
const ResetPasswordPayload = payloadOf('ResetPasswordPayload', 'What a new password changed.', { user });

@Resolver()
export class AccountMutations {
  @Mutation(() => RegisterPayload, {
    description:
      'Makes an account, and mails its owner the link that verifies the address: before that it cannot log in. INVALID with everything that is wrong at once, RATE_LIMITED.',
  })
  async register(@Input(() => RegisterInput) input: RegisterInput, @Ctx() context: Context) {
    return { user: await context.reads.load('user', await register(context, input)) };
  }

  @Mutation(() => VerifyEmailPayload, {
    description: 'Marks the address of an account as verified, by the token of a mail. INVALID.',
  })
  async verifyEmail(@Input(() => VerifyEmailInput) { token }: VerifyEmailInput, @Ctx() context: Context) {
    return { user: await context.reads.load('user', await verifyEmail(context, token)) };
  }

  @Mutation(() => ResetPasswordPayload, {
    description:
      'Sets a new password by the token of a mail, which also verifies the address. Every access token of the account is revoked. INVALID.',
  })
  async resetPassword(@Input(() => ResetPasswordInput) input: ResetPasswordInput, @Ctx() context: Context) {
    return { user: await context.reads.load('user', await resetPassword(context, input)) };
  }
}
