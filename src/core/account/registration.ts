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
import { reserveUsername } from './username.js';
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
 * Accounts and refusals are limited apart, per client address (decisions.md no. 50). Refusals disclose which names are in
 * use: beyond their limit, names are checked only for valid input, and one that is in use costs as much as an account.
 *
 * @returns its ID
 * @throws DomainError INVALID with all problems, RATE_LIMITED, UNAVAILABLE if the hashing queue is full
 */
export async function register(context: Context, input: Registration): Promise<string> {
  const { limits, client, services } = context;
  const { address } = client;
  const mayBeRefused = await limits.take('refused_registration_address', address);
  if (!mayBeRefused) {
    validAccount(context, input, { username: false, email: false });
    await limits.consume('registration_address', address);
  }
  const names = { username: input.username.trim(), email: input.email.trim() };
  const account = validAccount(context, input, await findTakenNames(context, names));
  if (mayBeRefused) {
    // In this order: a registration beyond the limit says that its names are free, so it keeps its point.
    await limits.consume('registration_address', address);
    await limits.refund('refused_registration_address', address);
  }
  try {
    const passwordHash = await services.passwords.hashPassword(input.password, { account: account.username, address });
    return await createAccount(context, { ...account, passwordHash });
  } catch (error) {
    if (mayBeRefused) await limits.refund('registration_address', address);
    throw translateNameConflict(error);
  }
}

type ValidAccount = ReturnType<typeof validAccount>;

async function createAccount(
  { services, pages, now, transactions }: Context,
  account: ValidAccount & { readonly passwordHash: string },
): Promise<string> {
  return transactions.withEntities(async (em) => {
    await reserveUsername(em, account.username, null);
    const user = em.create(User, account);
    await em.flush();
    const token = await issueAccountToken(em, user.id, 'verify_email', now);
    const data = { username: user.username, verificationUrl: pages.verification(token) };
    await services.mail.queue(em, [{ kind: 'welcome', to: user.email, data }]);
    return user.id;
  });
}

/** Reports problems in the order of contract §2.5. */
function validAccount(
  { services }: Context,
  input: Registration,
  inUse: { readonly username: boolean; readonly email: boolean },
) {
  const validation = new Validation();
  const username = validUsername(validation, input.username);
  if (inUse.username) validation.add('USERNAME_TAKEN', 'username');
  const fullName = validFullName(validation, input.fullName);
  const email = validEmail(validation, input.email);
  if (inUse.email) validation.add('EMAIL_TAKEN', 'email');
  validPassword(validation, services.passwords, input.password);
  const { twitterUsername = null, biography = null } = validProfile(validation, input);
  validation.throwIfInvalid();
  return { username, fullName, email, twitterUsername, biography };
}
