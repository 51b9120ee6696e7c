import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import type { ClaimRow } from '../../src/core/reads/moderation.js';
import { TalkType } from '../talk/talk.type.js';
import { UserType } from '../user/user.type.js';
import { SpeakerClaimType } from './speaker-claim.type.js';

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
