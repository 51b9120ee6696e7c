import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { UserType } from '../user/user.type.js';
import { SpeakerType } from './speaker.type.js';

@Resolver(() => SpeakerType)
export class SpeakerResolver {
  @FieldResolver(() => UserType, {
    nullable: true,
    description: 'The account; null while nobody has claimed the talk.',
    complexity: 1,
  })
  user(@Root() { userId }: { userId: string | null }, @Ctx() { reads }: Context) {
    return userId === null ? null : reads.load('user', userId);
  }
}
