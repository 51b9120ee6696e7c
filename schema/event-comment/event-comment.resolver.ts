import { Arg, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/context.js';
import type { EventCommentRow } from '../../src/reads/event-comments.js';
import { EventType } from '../event/event.type.js';
import { RECORD_ID, recordId } from '../record-id.js';
import { UserType } from '../user/user.type.js';
import { EventCommentType } from './event-comment.type.js';

@Resolver(() => EventCommentType)
export class EventCommentResolver {
  @Query(() => EventCommentType, {
    nullable: true,
    description: 'A comment on an event by its number; null when there is none, it was reported, or it is not for you.',
  })
  eventComment(@Arg('id', () => ID, { description: RECORD_ID }) id: string, @Ctx() { reads }: Context) {
    return recordId(id, (known) => reads.load('eventComment', known));
  }

  @FieldResolver(() => EventType, { description: 'The event that it is about.', complexity: 1 })
  event(@Root() comment: EventCommentRow, @Ctx() { reads }: Context) {
    return reads.load('event', comment.eventId);
  }

  @FieldResolver(() => UserType, { nullable: true, description: 'Who wrote it; null when anonymous.', complexity: 1 })
  user(@Root() comment: EventCommentRow, @Ctx() { reads }: Context) {
    return comment.userId === null ? null : reads.load('user', comment.userId);
  }

  /** Rows know the author whether or not the account is still there for anybody. */
  @FieldResolver()
  async userId(@Root() comment: EventCommentRow, @Ctx() context: Context): Promise<string | null> {
    const user = await this.user(comment, context);
    return user && user.id;
  }
}
