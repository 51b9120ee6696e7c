import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, Info, Mutation, Resolver, Field, Float, ID, InputType } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { commentOnTalk } from '../../src/core/comment/comment-on-talk.js';
import { editTalkComment } from '../../src/core/comment/edit-talk-comment.js';
import { Input, payloadOf } from '../mutation.js';
import { selectsOnlyId } from '../selection.js';
import { TalkType } from '../talk/talk.type.js';
import { TalkCommentType } from './talk-comment.type.js';

@InputType('CommentOnTalkInput', { description: 'Input of `commentOnTalk`.' })
class CommentOnTalkInput {
  @Field(() => ID, { description: 'ID of the talk.' })
  talkId!: string;

  @Field(() => String, { description: 'The text of the comment, stored verbatim.' })
  text!: string;

  @Field(() => Float, {
    nullable: true,
    description:
      'Required: 1 to 5, 5 is best; fractions are rounded. Stored as 0, regardless of its value, for speakers and for users who have already rated the talk.',
  })
  rating?: number | null;
}

@InputType('EditTalkCommentInput', { description: 'Input of `editTalkComment`.' })
class EditTalkCommentInput {
  @Field(() => ID, { description: 'ID of the comment to edit.' })
  talkCommentId!: string;

  @Field(() => String, { description: 'The new text, stored verbatim.' })
  text!: string;
}

const talkComment = { type: () => TalkCommentType, description: 'The comment.' };
const CommentOnTalkPayload = payloadOf('CommentOnTalkPayload', 'Result of `commentOnTalk`.', {
  talkComment,
  talk: { type: () => TalkType, description: 'The talk, with its updated comment count.' },
});
const EditTalkCommentPayload = payloadOf('EditTalkCommentPayload', 'Result of `editTalkComment`.', { talkComment });

// A concurrent report may have hidden the comment; the author receives it nevertheless.

@Resolver()
export class TalkCommentMutations {
  @Mutation(() => CommentOnTalkPayload, {
    description:
      'Posts a comment on a talk and notifies its speakers by mail. Errors: UNAUTHENTICATED, NOT_FOUND, INVALID, RATE_LIMITED, SPAM, DUPLICATE.',
  })
  async commentOnTalk(
    @Input(() => CommentOnTalkInput) input: CommentOnTalkInput,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const id = await commentOnTalk(context, input);
    if (selectsOnlyId(info, 'talkComment')) return { talkComment: { id } };
    const comment = await context.reads.load('reportedTalkComment', id);
    return { talkComment: comment, talk: comment && (await context.reads.load('talk', comment.talkId)) };
  }

  @Mutation(() => EditTalkCommentPayload, {
    description:
      'Edits the text of a comment on a talk, within a limited time after posting. The rating is unchanged. Errors: UNAUTHENTICATED, INVALID, NOT_FOUND, FORBIDDEN, SPAM, DUPLICATE.',
  })
  async editTalkComment(@Input(() => EditTalkCommentInput) input: EditTalkCommentInput, @Ctx() context: Context) {
    return { talkComment: await context.reads.load('reportedTalkComment', await editTalkComment(context, input)) };
  }
}
