import { Arg, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import type { EventCommentRow } from '../../src/core/reads/event-comments.js';
import { EventType } from '../event/event.type.js';
import { RECORD_ID_DESCRIPTION, loadById } from '../load-by-id.js';
import { UserType } from '../user/user.type.js';
import { EventCommentType } from './event-comment.type.js';

@Resolver(() => EventCommentType)
export class EventCommentResolver {
  @Query(() => EventCommentType, {
    nullable: true,
    description:
      'Look up a comment on an event by ID. Returns null if it does not exist, is hidden by a report, or is not visible to the viewer.',
  })
  eventComment(@Arg('id', () => ID, { description: RECORD_ID_DESCRIPTION }) id: string, @Ctx() { reads }: Context) {
    return loadById(id, (known) => reads.load('eventComment', known));
  }

  @FieldResolver(() => EventType, { description: 'The event that the comment is about.', complexity: 1 })
  event(@Root() comment: EventCommentRow, @Ctx() { reads }: Context) {
    return reads.load('event', comment.eventId);
  }

  @FieldResolver(() => UserType, {
    nullable: true,
    description:
      'The author; null if the comment is anonymous or the account is inactive. The rating counts nevertheless.',
    complexity: 1,
  })
  user(@Root() comment: EventCommentRow, @Ctx() { reads }: Context) {
    return comment.userId === null ? null : reads.load('user', comment.userId);
  }

  /** Hides the ID of an inactive author, which the row still contains. */
  @FieldResolver()
  async userId(@Root() comment: EventCommentRow, @Ctx() context: Context): Promise<string | null> {
    const user = await this.user(comment, context);
    return user && user.id;
  }
}
