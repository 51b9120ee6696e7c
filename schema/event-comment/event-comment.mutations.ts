import { Ctx, Mutation, Resolver, Field, Float, ID, InputType } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { commentOnEvent } from '../../src/core/comment/comment-on-event.js';
import { EventType } from '../event/event.type.js';
import { Input, payloadOf } from '../mutation.js';
import { EventCommentType } from './event-comment.type.js';

@InputType('CommentOnEventInput', { description: 'Input of `commentOnEvent`.' })
class CommentOnEventInput {
  @Field(() => ID, { description: 'ID of the event.' })
  eventId!: string;

  @Field(() => String, { description: 'The text of the comment, stored verbatim.' })
  text!: string;

  @Field(() => Float, {
    nullable: true,
    description:
      'Required: 1 to 5, 5 is best; fractions are rounded. Stored as 0, regardless of its value, for hosts and for users who have already rated the event.',
  })
  rating?: number | null;
}

const CommentOnEventPayload = payloadOf('CommentOnEventPayload', 'Result of `commentOnEvent`.', {
  eventComment: { type: () => EventCommentType, description: 'The new comment.' },
  event: { type: () => EventType, description: 'The event, with its updated comment count.' },
});

@Resolver()
export class EventCommentMutations {
  @Mutation(() => CommentOnEventPayload, {
    description:
      'Posts a comment on an event. Errors: UNAUTHENTICATED, NOT_FOUND, INVALID, RATE_LIMITED, SPAM, DUPLICATE.',
  })
  async commentOnEvent(@Input(() => CommentOnEventInput) input: CommentOnEventInput, @Ctx() context: Context) {
    const id = await commentOnEvent(context, input);
    // A concurrent report may have hidden the comment; the author receives it nevertheless.
    const eventComment = await context.reads.load('reportedEventComment', id);
    return { eventComment, event: eventComment && (await context.reads.load('event', eventComment.eventId)) };
  }
}
