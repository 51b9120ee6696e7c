import { Field, ID, InputType } from 'type-graphql';
import type { UserReplacement } from '../../src/core/account/users.js';

@InputType('ReplaceUserInput', {
  description: 'Input of `replaceUser`. Leading and trailing whitespace of names and addresses is removed.',
})
export class ReplaceUserInput implements UserReplacement {
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
