import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { commentOnEvent } from '../../src/domain/comment/comment-on-event.js';
import { EventType } from '../event/event.type.js';
import { Input, payloadOf } from '../mutation.js';
import { CommentOnEventInput } from './event-comment.input.js';
import { EventCommentType } from './event-comment.type.js';

const CommentOnEventPayload = payloadOf('CommentOnEventPayload', 'What a comment on an event changed.', {
  eventComment: { type: () => EventCommentType, description: 'The comment.' },
  event: { type: () => EventType, description: 'The event, with its new number of comments.' },
});

@Resolver()
export class EventCommentMutations {
  @Mutation(() => CommentOnEventPayload, {
    description: 'Says something about an event. UNAUTHENTICATED, NOT_FOUND, INVALID, RATE_LIMITED, SPAM, DUPLICATE.',
  })
  async commentOnEvent(@Input(() => CommentOnEventInput) input: CommentOnEventInput, @Ctx() context: Context) {
    const id = await commentOnEvent(context, input);
    // It may have been reported since; its author is told of it all the same.
    const eventComment = await context.reads.load('reportedEventComment', id);
    return { eventComment, event: eventComment && (await context.reads.load('event', eventComment.eventId)) };
  }
}
