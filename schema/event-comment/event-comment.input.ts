import { Field, Float, ID, InputType } from 'type-graphql';

@InputType('CommentOnEventInput', { description: 'Input of `commentOnEvent`.' })
export class CommentOnEventInput {
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
