import { Field, ID, InputType } from 'type-graphql';
import type { UserReplacement } from '../../src/domain/account/users.js';

@InputType('ReplaceUserInput', {
  description: 'An account as it shall be. Blanks around names and addresses are dropped.',
})
export class ReplaceUserInput implements UserReplacement {
  @Field(() => ID, { description: 'The account to change.' })
  userId!: string;

  @Field(() => String, { description: 'The name that is shown: 1 to 200 characters.' })
  fullName!: string;

  @Field(() => String, { description: 'An address that is no other account’s, of at most 200 characters.' })
  email!: string;

  @Field(() => String, {
    nullable: true,
    description: 'A new username of at most 100 characters; when empty or left out, it stays.',
  })
  username?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Their name on Twitter, of at most 20 characters; left out, it stays; empty or null, it goes.',
  })
  twitterUsername?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What they say about themselves; left out, it stays; empty or null, it goes.',
  })
  biography?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether `avatarHash` shall be random, in place of the MD5 of the e-mail address; left out or null, it stays what it is. One that is random stays the same until it is taken back.',
  })
  hasRandomAvatarHash?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'A new password: at least 6 characters, at most 1024 bytes; when empty or left out, it stays.',
  })
  password?: string | null;

  @Field(() => String, { nullable: true, description: 'The present password; needed for a new one.' })
  oldPassword?: string | null;
}
