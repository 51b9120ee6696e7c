import { Arg, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import type { TalkCommentRow } from '../../src/core/reads/talk-comments.js';
import { RECORD_ID_DESCRIPTION, loadById } from '../load-by-id.js';
import { TalkType } from '../talk/talk.type.js';
import { UserType } from '../user/user.type.js';
import { TalkCommentType } from './talk-comment.type.js';

@Resolver(() => TalkCommentType)
export class TalkCommentResolver {
  @Query(() => TalkCommentType, {
    nullable: true,
    description:
      'Look up a comment on a talk by ID. Returns null if it does not exist, is hidden by a report, or is not visible to the viewer.',
  })
  talkComment(@Arg('id', () => ID, { description: RECORD_ID_DESCRIPTION }) id: string, @Ctx() { reads }: Context) {
    return loadById(id, (known) => reads.load('talkComment', known));
  }

  @FieldResolver(() => TalkType, { description: 'The talk that the comment is about.', complexity: 1 })
  talk(@Root() comment: TalkCommentRow, @Ctx() { reads }: Context) {
    return reads.load('talk', comment.talkId);
  }

  @FieldResolver(() => UserType, {
    nullable: true,
    description:
      'The author; null if the comment is anonymous or the account is inactive. The rating counts nevertheless.',
    complexity: 1,
  })
  user(@Root() comment: TalkCommentRow, @Ctx() { reads }: Context) {
    return comment.userId === null ? null : reads.load('user', comment.userId);
  }

  /** Hides the ID of an inactive author, which the row still contains. */
  @FieldResolver()
  async userId(@Root() comment: TalkCommentRow, @Ctx() context: Context): Promise<string | null> {
    const user = await this.user(comment, context);
    return user && user.id;
  }
}
