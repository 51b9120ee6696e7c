import { Field, ID, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../scalars.js';

@ObjectType('Application', {
  simpleResolvers: true,
  description: 'A program in which people log in, such as a website or a phone app.',
})
export class ApplicationType {
  @Field(() => ID, { description: 'The number in the address of the record: `/v2.1/applications/{id}`.' })
  id!: string;

  @Field(() => ID, { nullable: true, description: 'The number of the user who registered it; null when nobody did.' })
  ownerId!: string | null;

  @Field(() => String, { description: 'What it is called: shown as the source of the comments made in it.' })
  name!: string;

  @Field(() => String, { description: 'What it is for.' })
  description!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Where it wants to be called back: an address on the web, or of its own scheme; null when nowhere.',
  })
  callbackUrl!: string | null;

  @Field(() => Boolean, {
    description: 'Whether it belongs to the service itself: only such applications manage accounts and tokens.',
  })
  isFirstParty!: boolean;

  @Field(() => DateTimeScalar, { description: 'When it was registered, in UTC.' })
  createdAt!: string;
}
