import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType('Language', { simpleResolvers: true, description: 'A language in which talks are given.' })
export class LanguageType {
  @Field(() => ID, { description: 'The number in the address of the record: `/v2.1/languages/{id}`.' })
  id!: string;

  @Field(() => String, { description: 'The name by which talks refer to it, such as `English - UK`.' })
  name!: string;

  @Field(() => String, { description: 'A short code, such as `uk`; not an ISO code.' })
  code!: string;
}
