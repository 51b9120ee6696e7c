import { Field, InputType } from 'type-graphql';
import type { ContactMessage } from '../../src/domain/account/contact.js';

@InputType('ContactInput', { description: 'A message to the people who run the service.' })
export class ContactInput implements ContactMessage {
  @Field(() => String, { description: 'The key of an application of the service itself.' })
  consumerKey!: string;

  @Field(() => String, { description: 'The secret of that application.' })
  consumerSecret!: string;

  @Field(() => String, { description: 'Who writes: 1 to 200 characters.' })
  name!: string;

  @Field(() => String, { description: 'The address to answer to, of at most 200 characters.' })
  email!: string;

  @Field(() => String, { description: 'What it is about: 1 to 200 characters.' })
  subject!: string;

  @Field(() => String, { description: 'What they have to say: 1 to 65535 characters.' })
  comment!: string;
}
