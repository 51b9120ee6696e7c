import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/context.js';
import {
  requestEmailVerification,
  requestPasswordReset,
  requestUsernameReminder,
} from '../../src/domain/account/account-mail.js';
import { Input, payloadOf } from '../mutation.js';
import {
  RequestEmailVerificationInput,
  RequestPasswordResetInput,
  RequestUsernameReminderInput,
} from './account.input.js';

const accepted = {
  type: () => Boolean,
  description: 'Always true: whether there is such an account is not told, unless this service is set up to.',
};
const RequestEmailVerificationPayload = payloadOf('RequestEmailVerificationPayload', 'That it was asked for.', {
  accepted,
});
const RequestUsernameReminderPayload = payloadOf('RequestUsernameReminderPayload', 'That it was asked for.', {
  accepted,
});
const RequestPasswordResetPayload = payloadOf('RequestPasswordResetPayload', 'That it was asked for.', { accepted });

/** What is asked for here comes by mail; the answer is the same whether or not there is an account. */
@Resolver()
export class AccountMailMutations {
  @Mutation(() => RequestEmailVerificationPayload, {
    description: 'Mails the link that verifies an address once more. INVALID, RATE_LIMITED.',
  })
  async requestEmailVerification(
    @Input(() => RequestEmailVerificationInput) { email }: RequestEmailVerificationInput,
    @Ctx() context: Context,
  ) {
    await requestEmailVerification(context, email);
    return { accepted: true };
  }

  @Mutation(() => RequestUsernameReminderPayload, {
    description: 'Mails the username of the account with an address. INVALID, RATE_LIMITED.',
  })
  async requestUsernameReminder(
    @Input(() => RequestUsernameReminderInput) { email }: RequestUsernameReminderInput,
    @Ctx() context: Context,
  ) {
    await requestUsernameReminder(context, email);
    return { accepted: true };
  }

  @Mutation(() => RequestPasswordResetPayload, {
    description: 'Mails a link by which an account gets a new password. INVALID, RATE_LIMITED.',
  })
  async requestPasswordReset(
    @Input(() => RequestPasswordResetInput) { username }: RequestPasswordResetInput,
    @Ctx() context: Context,
  ) {
    await requestPasswordReset(context, username);
    return { accepted: true };
  }
}
