import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import {
  requestEmailVerification,
  requestPasswordReset,
  requestUsernameReminder,
} from '../../src/core/account/account-mail.js';
import { Input, payloadOf } from '../mutation.js';
import {
  RequestEmailVerificationInput,
  RequestPasswordResetInput,
  RequestUsernameReminderInput,
} from './account.input.js';

const accepted = {
  type: () => Boolean,
  description: 'Always true. Does not disclose whether the account exists, unless the service is configured to do so.',
};
const RequestEmailVerificationPayload = payloadOf(
  'RequestEmailVerificationPayload',
  'Result of `requestEmailVerification`.',
  {
    accepted,
  },
);
const RequestUsernameReminderPayload = payloadOf(
  'RequestUsernameReminderPayload',
  'Result of `requestUsernameReminder`.',
  {
    accepted,
  },
);
const RequestPasswordResetPayload = payloadOf('RequestPasswordResetPayload', 'Result of `requestPasswordReset`.', {
  accepted,
});

/** Requests for account mails. The response is the same whether or not the account exists, to prevent enumeration. */
@Resolver()
export class AccountMailMutations {
  @Mutation(() => RequestEmailVerificationPayload, {
    description: 'Sends another verification mail to the address of an account. Errors: INVALID, RATE_LIMITED.',
  })
  async requestEmailVerification(
    @Input(() => RequestEmailVerificationInput) { email }: RequestEmailVerificationInput,
    @Ctx() context: Context,
  ) {
    await requestEmailVerification(context, email);
    return { accepted: true };
  }

  @Mutation(() => RequestUsernameReminderPayload, {
    description: 'Mails the username of an account to its e-mail address. Errors: INVALID, RATE_LIMITED.',
  })
  async requestUsernameReminder(
    @Input(() => RequestUsernameReminderInput) { email }: RequestUsernameReminderInput,
    @Ctx() context: Context,
  ) {
    await requestUsernameReminder(context, email);
    return { accepted: true };
  }

  @Mutation(() => RequestPasswordResetPayload, {
    description: 'Sends a password reset mail to the address of an account. Errors: INVALID, RATE_LIMITED.',
  })
  async requestPasswordReset(
    @Input(() => RequestPasswordResetInput) { username }: RequestPasswordResetInput,
    @Ctx() context: Context,
  ) {
    await requestPasswordReset(context, username);
    return { accepted: true };
  }
}
