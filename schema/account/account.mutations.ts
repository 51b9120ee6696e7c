import { Ctx, Mutation, Resolver, Field, InputType } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { verifyEmail, resetPassword } from '../../src/core/account/account-tokens.js';
import { register, type Registration } from '../../src/core/account/registration.js';
import {
  requestEmailVerification,
  requestPasswordReset,
  requestUsernameReminder,
} from '../../src/core/account/account-mail.js';
import { Input, payloadOf } from '../mutation.js';
import { UserType } from '../user/user.type.js';

@InputType('RegisterInput', {
  description: 'Input of `register`. Leading and trailing whitespace of names and addresses is removed.',
})
class RegisterInput implements Registration {
  @Field(() => String, { description: 'The username: 1 to 100 characters, unique regardless of case.' })
  username!: string;

  @Field(() => String, { description: 'The display name: 1 to 200 characters.' })
  fullName!: string;

  @Field(() => String, {
    description:
      'The e-mail address, of at most 200 characters. Must be unique among accounts, and must be verified before login.',
  })
  email!: string;

  @Field(() => String, { description: 'The password: at least 6 characters, at most 1024 bytes.' })
  password!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The Twitter username, of at most 20 characters. Optional; null or empty for none.',
  })
  twitterUsername?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'A biography of at most 65535 characters. Optional; null or empty for none.',
  })
  biography?: string | null;
}

@InputType('VerifyEmailInput', { description: 'Input of `verifyEmail`.' })
class VerifyEmailInput {
  @Field(() => String, {
    description: 'The token of the link in the verification mail. Single-use; expires after seven days.',
  })
  token!: string;
}

@InputType('ResetPasswordInput', { description: 'Input of `resetPassword`.' })
class ResetPasswordInput {
  @Field(() => String, {
    description: 'The token of the link in the password reset mail. Single-use; expires after one hour.',
  })
  token!: string;

  @Field(() => String, { description: 'The new password: at least 6 characters, at most 1024 bytes.' })
  password!: string;
}

@InputType('RequestEmailVerificationInput', { description: 'Input of `requestEmailVerification`.' })
class RequestEmailVerificationInput {
  @Field(() => String, { description: 'The e-mail address of the account, case-insensitive.' })
  email!: string;
}

@InputType('RequestUsernameReminderInput', { description: 'Input of `requestUsernameReminder`.' })
class RequestUsernameReminderInput {
  @Field(() => String, { description: 'The e-mail address of the account, case-insensitive.' })
  email!: string;
}

@InputType('RequestPasswordResetInput', { description: 'Input of `requestPasswordReset`.' })
class RequestPasswordResetInput {
  @Field(() => String, { description: 'The username, case-insensitive.' })
  username!: string;
}

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

const accepted = {
  type: () => Boolean,
  description: 'Always true. Does not disclose whether the account exists, unless the service is configured to do so.',
};
const RequestEmailVerificationPayload = payloadOf(
  'RequestEmailVerificationPayload',
  'Result of `requestEmailVerification`.',
  {
    accepted,
  },
);
const RequestUsernameReminderPayload = payloadOf(
  'RequestUsernameReminderPayload',
  'Result of `requestUsernameReminder`.',
  {
    accepted,
  },
);
const RequestPasswordResetPayload = payloadOf('RequestPasswordResetPayload', 'Result of `requestPasswordReset`.', {
  accepted,
});

/** Requests for account mails. The response is the same whether or not the account exists, to prevent enumeration. */
@Resolver()
export class AccountMailMutations {
  @Mutation(() => RequestEmailVerificationPayload, {
    description: 'Sends another verification mail to the address of an account. Errors: INVALID, RATE_LIMITED.',
  })
  async requestEmailVerification(
    @Input(() => RequestEmailVerificationInput) { email }: RequestEmailVerificationInput,
    @Ctx() context: Context,
  ) {
    await requestEmailVerification(context, email);
    return { accepted: true };
  }

  @Mutation(() => RequestUsernameReminderPayload, {
    description: 'Mails the username of an account to its e-mail address. Errors: INVALID, RATE_LIMITED.',
  })
  async requestUsernameReminder(
    @Input(() => RequestUsernameReminderInput) { email }: RequestUsernameReminderInput,
    @Ctx() context: Context,
  ) {
    await requestUsernameReminder(context, email);
    return { accepted: true };
  }

  @Mutation(() => RequestPasswordResetPayload, {
    description: 'Sends a password reset mail to the address of an account. Errors: INVALID, RATE_LIMITED.',
  })
  async requestPasswordReset(
    @Input(() => RequestPasswordResetInput) { username }: RequestPasswordResetInput,
    @Ctx() context: Context,
  ) {
    await requestPasswordReset(context, username);
    return { accepted: true };
  }
}
