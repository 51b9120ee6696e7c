import { Field, InputType } from 'type-graphql';
import type { ContactMessage } from '../../src/core/application/contact.js';

@InputType('ContactInput', { description: 'Input of `contact`.' })
export class ContactInput implements ContactMessage {
  @Field(() => String, { description: 'The consumer key of a first-party application.' })
  consumerKey!: string;

  @Field(() => String, { description: 'The consumer secret of the application.' })
  consumerSecret!: string;

  @Field(() => String, { description: 'The name of the sender: 1 to 200 characters.' })
  name!: string;

  @Field(() => String, { description: 'The reply address, of at most 200 characters.' })
  email!: string;

  @Field(() => String, { description: 'The subject: 1 to 200 characters.' })
  subject!: string;

  @Field(() => String, { description: 'The text of the message: 1 to 65535 characters.' })
  comment!: string;
}
