import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { contact } from '../../src/core/application/contact.js';
import { Input, payloadOf } from '../mutation.js';
import { ContactInput } from './contact.input.js';

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
