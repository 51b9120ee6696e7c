import { Field, InputType } from 'type-graphql';
import type { Registration } from '../../src/core/account/registration.js';

@InputType('RegisterInput', {
  description: 'Input of `register`. Leading and trailing whitespace of names and addresses is removed.',
})
export class RegisterInput implements Registration {
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
export class VerifyEmailInput {
  @Field(() => String, {
    description: 'The token of the link in the verification mail. Single-use; expires after seven days.',
  })
  token!: string;
}

@InputType('ResetPasswordInput', { description: 'Input of `resetPassword`.' })
export class ResetPasswordInput {
  @Field(() => String, {
    description: 'The token of the link in the password reset mail. Single-use; expires after one hour.',
  })
  token!: string;

  @Field(() => String, { description: 'The new password: at least 6 characters, at most 1024 bytes.' })
  password!: string;
}

@InputType('RequestEmailVerificationInput', { description: 'Input of `requestEmailVerification`.' })
export class RequestEmailVerificationInput {
  @Field(() => String, { description: 'The e-mail address of the account, case-insensitive.' })
  email!: string;
}

@InputType('RequestUsernameReminderInput', { description: 'Input of `requestUsernameReminder`.' })
export class RequestUsernameReminderInput {
  @Field(() => String, { description: 'The e-mail address of the account, case-insensitive.' })
  email!: string;
}

@InputType('RequestPasswordResetInput', { description: 'Input of `requestPasswordReset`.' })
export class RequestPasswordResetInput {
  @Field(() => String, { description: 'The username, case-insensitive.' })
  username!: string;
}
