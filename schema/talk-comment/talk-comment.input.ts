import { Field, Float, ID, InputType } from 'type-graphql';

@InputType('CommentOnTalkInput', { description: 'Input of `commentOnTalk`.' })
export class CommentOnTalkInput {
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
export class EditTalkCommentInput {
  @Field(() => ID, { description: 'ID of the comment to edit.' })
  talkCommentId!: string;

  @Field(() => String, { description: 'The new text, stored verbatim.' })
  text!: string;
}
