import { Field, ID, ObjectType, registerEnumType, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import type { ClaimRow } from '../../src/core/reads/moderation.js';
import { DateTimeScalar } from '../scalars.js';
import { TalkType } from '../talk/talk.type.js';
import { UserType } from '../user/user.type.js';

export enum ClaimSideEnum {
  SPEAKER = 'SPEAKER',
  HOST = 'HOST',
}
registerEnumType(ClaimSideEnum, {
  name: 'ClaimSide',
  description: 'The two sides that must agree on a speaker claim.',
  valuesConfig: {
    SPEAKER: { description: 'The user to be linked to the speaker.' },
    HOST: { description: 'A host of the event.' },
  },
});

@ObjectType('SpeakerClaim', {
  simpleResolvers: true,
  description: 'A pending link between a speaker name on a talk and an account, which one side has yet to confirm.',
})
export class SpeakerClaimType {
  @Field(() => ID, { description: 'Numeric ID of the claim.' })
  id!: string;

  @Field(() => String, { description: 'The speaker name on the talk.' })
  displayName!: string;

  @Field(() => ClaimSideEnum, { description: 'The side that has yet to confirm the claim.' })
  awaits!: ClaimSideEnum;

  @Field(() => DateTimeScalar, { description: 'Time of the claim, in UTC.' })
  createdAt!: string;
}

@Resolver(() => SpeakerClaimType)
export class SpeakerClaimResolver {
  @FieldResolver(() => TalkType, { description: 'The claimed talk.', complexity: 1 })
  talk(@Root() { talkId }: ClaimRow, @Ctx() { reads }: Context) {
    return reads.load('talk', talkId);
  }

  @FieldResolver(() => UserType, {
    nullable: true,
    description: 'The account to be linked; null if it is inactive.',
    complexity: 1,
  })
  user(@Root() { userId }: ClaimRow, @Ctx() { reads }: Context) {
    return reads.load('user', userId);
  }
}
