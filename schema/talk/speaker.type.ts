import { Field, ID, ObjectType, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { UserType } from '../user/user.type.js';

@ObjectType('Speaker', { simpleResolvers: true, description: 'A speaker name on a talk and the account linked to it.' })
export class SpeakerType {
  @Field(() => ID, { description: 'Numeric ID of this speaker on this talk.' })
  id!: string;

  @Field(() => String, {
    description: "The linked account's full name, or the name on the talk if no active account is linked.",
  })
  name!: string;

  @Field(() => ID, {
    nullable: true,
    description:
      'ID of the account linked to the speaker; null if the speaker is unclaimed or the account is inactive.',
  })
  userId!: string | null;
}

@Resolver(() => SpeakerType)
export class SpeakerResolver {
  @FieldResolver(() => UserType, {
    nullable: true,
    description: 'The account linked to the speaker; null if the speaker is unclaimed or the account is inactive.',
    complexity: 1,
  })
  user(@Root() { userId }: { userId: string | null }, @Ctx() { reads }: Context) {
    return userId === null ? null : reads.load('user', userId);
  }
}
