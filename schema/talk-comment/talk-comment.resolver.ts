import { Arg, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/context.js';
import type { TalkCommentRow } from '../../src/reads/talk-comments.js';
import { RECORD_ID, recordId } from '../record-id.js';
import { TalkType } from '../talk/talk.type.js';
import { UserType } from '../user/user.type.js';
import { TalkCommentType } from './talk-comment.type.js';

@Resolver(() => TalkCommentType)
export class TalkCommentResolver {
  @Query(() => TalkCommentType, {
    nullable: true,
    description: 'A comment on a talk by its number; null when there is none, it was reported, or it is not for you.',
  })
  talkComment(@Arg('id', () => ID, { description: RECORD_ID }) id: string, @Ctx() { reads }: Context) {
    return recordId(id, (known) => reads.load('talkComment', known));
  }

  @FieldResolver(() => TalkType, { description: 'The talk that it is about.', complexity: 1 })
  talk(@Root() comment: TalkCommentRow, @Ctx() { reads }: Context) {
    return reads.load('talk', comment.talkId);
  }

  @FieldResolver(() => UserType, { nullable: true, description: 'Who wrote it; null when anonymous.', complexity: 1 })
  user(@Root() comment: TalkCommentRow, @Ctx() { reads }: Context) {
    return comment.userId === null ? null : reads.load('user', comment.userId);
  }

  /** Rows know the author whether or not the account is still there for anybody. */
  @FieldResolver()
  async userId(@Root() comment: TalkCommentRow, @Ctx() context: Context): Promise<string | null> {
    const user = await this.user(comment, context);
    return user && user.id;
  }
}
