import { Ctx, Mutation, Resolver, Field, InputType } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { contact, type ContactMessage } from '../../src/core/application/contact.js';
import { Input, payloadOf } from '../mutation.js';

@InputType('ContactInput', { description: 'Input of `contact`.' })
class ContactInput implements ContactMessage {
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

const ContactPayload = payloadOf('ContactPayload', 'Result of `contact`.', {
  accepted: { type: () => Boolean, description: 'Always true: the message is queued for delivery.' },
});

@Resolver()
export class ContactMutations {
  @Mutation(() => ContactPayload, {
    description:
      'Mails a message to the operators of the service. Requires the credentials of a first-party application, but no access token. Errors: FORBIDDEN, INVALID, SPAM, RATE_LIMITED.',
  })
  async contact(@Input(() => ContactInput) input: ContactInput, @Ctx() context: Context) {
    await contact(context, input);
    return { accepted: true };
  }
}
