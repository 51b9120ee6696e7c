import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { UserType } from '../user/user.type.js';
import { SpeakerType } from './speaker.type.js';

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
