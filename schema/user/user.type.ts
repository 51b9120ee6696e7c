import { Field, ID, ObjectType } from 'type-graphql';
import { connectionOf } from '../paging.js';

@ObjectType('User', {
  simpleResolvers: true,
  description: 'A user with an account: a speaker, host, attendee or commenter.',
})
export class UserType {
  @Field(() => ID, { description: 'Numeric ID of the user, as in `/v2.1/users/{id}`.' })
  id!: string;

  @Field(() => String, { description: 'Username, unique regardless of case.' })
  username!: string;

  @Field(() => String, { description: 'Display name.' })
  fullName!: string;

  @Field(() => String, { nullable: true, description: 'Biography; null if there is none.' })
  biography!: string | null;

  @Field(() => String, { nullable: true, description: 'Twitter username; null if there is none.' })
  twitterUsername!: string | null;

  @Field(() => Boolean, { description: 'Whether events submitted by the user are approved immediately.' })
  isTrusted!: boolean;

  @Field(() => String, {
    description:
      'Hash for avatar services: MD5 of the lower-cased e-mail address, or 32 random hex digits if the user prefers.',
  })
  avatarHash!: string;
}

export const { Connection: UserConnection, ConnectionResolver: UserConnectionResolver } = connectionOf(
  () => UserType,
  'User',
);
