import type { Context } from '../context.js';
import { User } from '../../database/entities/user.entity.js';
import {
  validEmail,
  validFullName,
  validPassword,
  validProfile,
  validUsername,
  type Profile,
  findTakenNames,
  translateNameConflict,
} from './account-fields.js';
import { issueAccountToken } from './account-tokens.js';
import { Validation } from '../common/validation.js';

/** The input of a registration. */
export interface Registration extends Profile {
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Creates an active account that is neither administrator nor trusted, and not verified. The welcome mail contains the
 * link that verifies it (contract §2.5).
 *
 * @returns its ID
 * @throws DomainError INVALID with all problems, RATE_LIMITED, UNAVAILABLE if the hashing queue is full
 */
export async function register(context: Context, input: Registration): Promise<string> {
  const { services, pages, now } = context;
  // Limits the rate, because the response discloses which names are taken.
  await context.limits.consume('registration_address', context.client.address);
  const account = await validAccount(context, input);
  const passwordHash = await services.passwords.hashPassword(input.password);
  return context.transactions
    .withEntities(async (em) => {
      const user = em.create(User, { ...account, passwordHash });
      await em.flush();
      const token = await issueAccountToken(em, user.id, 'verify_email', now);
      const data = { username: user.username, verificationUrl: pages.verification(token) };
      await services.mail.queue(em, [{ kind: 'welcome', to: user.email, data }]);
      return user.id;
    })
    .catch((error: unknown) => {
      throw translateNameConflict(error);
    });
}

/** Reports problems in the order of contract §2.5. */
async function validAccount(context: Context, input: Registration) {
  const validation = new Validation();
  const username = validUsername(validation, input.username);
  const inUse = await findTakenNames(context, { username, email: input.email.trim() });
  if (inUse.username) validation.add('USERNAME_TAKEN', 'username');
  const fullName = validFullName(validation, input.fullName);
  const email = validEmail(validation, input.email);
  if (inUse.email) validation.add('EMAIL_TAKEN', 'email');
  validPassword(validation, context.services.passwords, input.password);
  const { twitterUsername = null, biography = null } = validProfile(validation, input);
  validation.throwIfInvalid();
  return { username, fullName, email, twitterUsername, biography };
}
