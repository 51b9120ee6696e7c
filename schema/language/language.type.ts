import { Field, ID, ObjectType } from 'type-graphql';
import { TalkTypeEnum } from '../talk/talk.type.js';

@ObjectType('Language', { simpleResolvers: true, description: 'A language in which talks are given.' })
export class LanguageType {
  @Field(() => ID, { description: 'Numeric ID of the language, as in `/v2.1/languages/{id}`.' })
  id!: string;

  @Field(() => String, { description: 'Unique name of the language, such as `English - UK`.' })
  name!: string;

  @Field(() => String, { description: 'Short code, such as `uk`. Not an ISO 639 code.' })
  code!: string;
}

@ObjectType('TalkTypeEntry', { simpleResolvers: true, description: 'A talk type with its ID and description.' })
export class TalkTypeEntryType {
  @Field(() => ID, { description: 'Numeric ID of the talk type, as in `/v2.1/talk_types/{id}`.' })
  id!: string;

  @Field(() => TalkTypeEnum, { description: 'The enum value of the talk type.' })
  type!: TalkTypeEnum;

  @Field(() => String, { description: 'Description of the talk type.' })
  description!: string;
}
