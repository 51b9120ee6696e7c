import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType('Language', { simpleResolvers: true, description: 'A language in which talks are given.' })
export class LanguageType {
  @Field(() => ID, { description: 'Numeric ID of the language, as in `/v2.1/languages/{id}`.' })
  id!: string;

  @Field(() => String, { description: 'Unique name of the language, such as `English - UK`.' })
  name!: string;

  @Field(() => String, { description: 'Short code, such as `uk`. Not an ISO 639 code.' })
  code!: string;
}
