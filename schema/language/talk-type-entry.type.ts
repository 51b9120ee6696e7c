import { Field, ID, ObjectType } from 'type-graphql';
import { TalkTypeEnum } from '../talk/talk.type.js';

@ObjectType('TalkTypeEntry', { simpleResolvers: true, description: 'A talk type with its number and its description.' })
export class TalkTypeEntryType {
  @Field(() => ID, { description: 'The number in the address of the record: `/v2.1/talk_types/{id}`.' })
  id!: string;

  @Field(() => TalkTypeEnum, { description: 'The type.' })
  type!: TalkTypeEnum;

  @Field(() => String, { description: 'What it is for.' })
  description!: string;
}
