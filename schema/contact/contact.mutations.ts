import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { contact } from '../../src/domain/account/contact.js';
import { Input, payloadOf } from '../mutation.js';
import { ContactInput } from './contact.input.js';

const ContactPayload = payloadOf('ContactPayload', 'What came of a message.', {
  accepted: { type: () => Boolean, description: 'Always true: the message will be mailed.' },
});

@Resolver()
export class ContactMutations {
  @Mutation(() => ContactPayload, {
    description:
      'Mails a message to the people who run the service. Nobody needs to be logged in, but only applications of the service itself may. FORBIDDEN, INVALID, SPAM, RATE_LIMITED.',
  })
  async contact(@Input(() => ContactInput) input: ContactInput, @Ctx() context: Context) {
    await contact(context, input);
    return { accepted: true };
  }
}
