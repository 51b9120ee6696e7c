import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType('User', {
  simpleResolvers: true,
  description: 'Somebody with an account: who speaks, hosts, attends or comments.',
})
export class UserType {
  @Field(() => ID, { description: 'The number in the address of the record: `/v2.1/users/{id}`.' })
  id!: string;

  @Field(() => String, { description: 'Unique, without regard to case.' })
  username!: string;

  @Field(() => String, { description: 'The name that is shown.' })
  fullName!: string;

  @Field(() => String, { nullable: true, description: 'What they say about themselves; null when nothing.' })
  biography!: string | null;

  @Field(() => String, { nullable: true, description: 'Their name on Twitter; null when not given.' })
  twitterUsername!: string | null;

  @Field(() => Boolean, { description: 'Whether the events that they submit need no approval.' })
  isTrusted!: boolean;

  @Field(() => String, {
    description:
      'What avatar services are asked for: MD5 of the lower-cased e-mail address, or 32 random hex digits for whoever wants that.',
  })
  avatarHash!: string;
}
