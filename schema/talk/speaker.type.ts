import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType('Speaker', { simpleResolvers: true, description: 'A name on a talk, and the account that claimed it.' })
export class SpeakerType {
  @Field(() => ID, { description: 'The number of this name on this talk.' })
  id!: string;

  @Field(() => String, { description: "The account's full name once claimed, else the name as it was given." })
  name!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The number of the account; null while nobody has claimed the talk.',
  })
  userId!: string | null;
}
