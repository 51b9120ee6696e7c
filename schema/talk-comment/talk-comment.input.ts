import { Field, Float, ID, InputType } from 'type-graphql';

@InputType('CommentOnTalkInput', { description: 'What to say about which talk.' })
export class CommentOnTalkInput {
  @Field(() => ID, { description: 'The talk.' })
  talkId!: string;

  @Field(() => String, { description: 'The text; it is stored as it is.' })
  text!: string;

  @Field(() => Float, {
    nullable: true,
    description:
      'Required: 1 to 5, 5 is best; a fraction is rounded. Whatever it is, it becomes 0 for speakers and for who has rated the talk before.',
  })
  rating?: number | null;
}

@InputType('EditTalkCommentInput', { description: 'Other words for a comment on a talk.' })
export class EditTalkCommentInput {
  @Field(() => ID, { description: 'The comment.' })
  talkCommentId!: string;

  @Field(() => String, { description: 'The new text; it is stored as it is.' })
  text!: string;
}
