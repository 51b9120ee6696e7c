import { Field, InputType } from 'type-graphql';
import type { Registration } from '../../src/domain/account/registration.js';

@InputType('RegisterInput', { description: 'A new account. Blanks around names and addresses are dropped.' })
export class RegisterInput implements Registration {
  @Field(() => String, { description: '1 to 100 characters; unique, without regard to case.' })
  username!: string;

  @Field(() => String, { description: 'The name that is shown: 1 to 200 characters.' })
  fullName!: string;

  @Field(() => String, {
    description: 'An address that is no other account’s, of at most 200 characters; it has to be verified.',
  })
  email!: string;

  @Field(() => String, { description: 'At least 6 characters, at most 1024 bytes.' })
  password!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Their name on Twitter, of at most 20 characters; may be left out.',
  })
  twitterUsername?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What they say about themselves: at most 65535 characters; may be left out.',
  })
  biography?: string | null;
}

@InputType('VerifyEmailInput', { description: 'What the link in a mail of verification says.' })
export class VerifyEmailInput {
  @Field(() => String, { description: 'The token of the link. It is good once, for seven days.' })
  token!: string;
}

@InputType('ResetPasswordInput', { description: 'A new password for whoever has forgotten the old one.' })
export class ResetPasswordInput {
  @Field(() => String, { description: 'The token of the link in the mail. It is good once, for an hour.' })
  token!: string;

  @Field(() => String, { description: 'The new password: at least 6 characters, at most 1024 bytes.' })
  password!: string;
}

@InputType('RequestEmailVerificationInput', { description: 'Whose address to verify.' })
export class RequestEmailVerificationInput {
  @Field(() => String, { description: 'The address of the account, in any case.' })
  email!: string;
}

@InputType('RequestUsernameReminderInput', { description: 'Whose username to mail.' })
export class RequestUsernameReminderInput {
  @Field(() => String, { description: 'The address of the account, in any case.' })
  email!: string;
}

@InputType('RequestPasswordResetInput', { description: 'Who has forgotten the password.' })
export class RequestPasswordResetInput {
  @Field(() => String, { description: 'The username, in any case.' })
  username!: string;
}
