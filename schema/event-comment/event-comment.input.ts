import { Field, Float, ID, InputType } from 'type-graphql';

@InputType('CommentOnEventInput', { description: 'What to say about which event.' })
export class CommentOnEventInput {
  @Field(() => ID, { description: 'The event.' })
  eventId!: string;

  @Field(() => String, { description: 'The text; it is stored as it is.' })
  text!: string;

  @Field(() => Float, {
    nullable: true,
    description:
      'Required: 1 to 5, 5 is best; a fraction is rounded. Whatever it is, it becomes 0 for hosts and for who has rated the event before.',
  })
  rating?: number | null;
}
