import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, Info, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { commentOnTalk } from '../../src/domain/comment/comment-on-talk.js';
import { editTalkComment } from '../../src/domain/comment/edit-talk-comment.js';
import { Input, payloadOf } from '../mutation.js';
import { asksForIdAlone } from '../selection.js';
import { TalkType } from '../talk/talk.type.js';
import { CommentOnTalkInput, EditTalkCommentInput } from './talk-comment.input.js';
import { TalkCommentType } from './talk-comment.type.js';

const talkComment = { type: () => TalkCommentType, description: 'The comment.' };
const CommentOnTalkPayload = payloadOf('CommentOnTalkPayload', 'What a comment on a talk changed.', {
  talkComment,
  talk: { type: () => TalkType, description: 'The talk, with its new number of comments.' },
});
const EditTalkCommentPayload = payloadOf('EditTalkCommentPayload', 'What new words changed.', { talkComment });

// A comment may have been reported right after it was written; its author is told of it all the same.

@Resolver()
export class TalkCommentMutations {
  @Mutation(() => CommentOnTalkPayload, {
    description:
      'Says something about a talk; its speakers are told by mail. UNAUTHENTICATED, NOT_FOUND, INVALID, RATE_LIMITED, SPAM, DUPLICATE.',
  })
  async commentOnTalk(
    @Input(() => CommentOnTalkInput) input: CommentOnTalkInput,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const id = await commentOnTalk(context, input);
    if (asksForIdAlone(info, 'talkComment')) return { talkComment: { id } };
    const comment = await context.reads.load('reportedTalkComment', id);
    return { talkComment: comment, talk: comment && (await context.reads.load('talk', comment.talkId)) };
  }

  @Mutation(() => EditTalkCommentPayload, {
    description:
      'Says it in other words, as long as the comment is young; the rating stays. UNAUTHENTICATED, INVALID, NOT_FOUND, FORBIDDEN, SPAM, DUPLICATE.',
  })
  async editTalkComment(@Input(() => EditTalkCommentInput) input: EditTalkCommentInput, @Ctx() context: Context) {
    return { talkComment: await context.reads.load('reportedTalkComment', await editTalkComment(context, input)) };
  }
}
