import { Field, ID, Int, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../scalars.js';

@ObjectType('TalkComment', { simpleResolvers: true, description: 'What somebody said about a talk.' })
export class TalkCommentType {
  @Field(() => ID, { description: 'The number in the address of the record: `/v2.1/talk_comments/{id}`.' })
  id!: string;

  @Field(() => ID, { description: 'The number of the talk.' })
  talkId!: string;

  @Field(() => ID, { nullable: true, description: 'The number of the author; null when anonymous.' })
  userId!: string | null;

  @Field(() => String, { description: 'The title of the talk.' })
  talkTitle!: string;

  @Field(() => Int, { description: '1 to 5, 5 is best; 0 when it does not count.' })
  rating!: number;

  @Field(() => String, { description: 'The text, as it was written: not HTML.' })
  text!: string;

  @Field(() => String, { nullable: true, description: 'The application with which it was made; null when not known.' })
  source!: string | null;

  @Field(() => Boolean, {
    description: "Whether only its author, the talk's speakers, hosts and site administrators see it.",
  })
  isPrivate!: boolean;

  @Field(() => DateTimeScalar, { description: 'When it was made, in the zone of the event.' })
  createdAt!: string;
}
