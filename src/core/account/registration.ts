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
import { noticeTo, ownerOf, unusableAddress } from './address-in-use.js';
import { verificationDeadline } from './unverified-accounts.js';
import { reserveUsername } from './username.js';
import { welcomeMail } from './welcome-mail.js';
import { Validation } from '../common/validation.js';
import { isUniqueViolation } from '../../database/sql-state.js';

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
 * Accounts and refusals are limited apart, per client address (decisions no. 50). Refusals disclose which names are in
 * use: beyond their limit, names are checked only for valid input, and one that is in use costs as much as an account.
 *
 * Whether an address is in use is disclosed only if the deployment does so; otherwise the account is created with an
 * address that nothing can verify, and the owner of the address receives a mail. An account that is not verified is deleted
 * after a month in both cases: its username is free again, and neither its presence nor its absence discloses anything.
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
  const inUse = await findTakenNames(context, names);
  const account = validAccount(context, input, { ...inUse, email: inUse.email && services.policy.discloseAccounts });
  if (mayBeRefused) {
    // In this order: a registration beyond the limit says that its names are free, so it keeps its point.
    await limits.consume('registration_address', address);
    await limits.refund('refused_registration_address', address);
  }
  const mayNotify = !services.policy.discloseAccounts && (await limits.take('reminder_account', account.email));
  try {
    const passwordHash = await services.passwords.hashPassword(input.password, { account: account.username, address });
    return await createAccount(context, { ...account, passwordHash }, mayNotify);
  } catch (error) {
    if (mayBeRefused) await limits.refund('registration_address', address);
    throw translateNameConflict(error);
  }
}

type ValidAccount = ReturnType<typeof validAccount>;

/** @param mayNotify whether the owner of an address in use may receive another mail */
async function createAccount(
  { services, pages, now, transactions }: Context,
  account: ValidAccount & { readonly passwordHash: string },
  mayNotify: boolean,
): Promise<string> {
  const { email } = account;
  const create = () =>
    transactions.withEntities(async (em) => {
      await reserveUsername(em, account.username, null);
      // The same statements, so that the time discloses nothing either.
      const owner = services.policy.discloseAccounts ? null : await ownerOf(em, email);
      const verifyBy = services.policy.discloseAccounts ? null : verificationDeadline(now);
      const user = em.create(User, { ...account, verifyBy, ...(owner && unusableAddress(email)) });
      await em.flush();
      const token = await issueAccountToken(em, user.id, 'verify_email', now);
      const notice = owner && mayNotify ? noticeTo(owner, pages) : [];
      await services.mail.queue(
        em,
        owner ? notice : [welcomeMail({ ...account, isVerified: false, verifyBy }, pages.verification(token))],
      );
      return user.id;
    });
  return create().catch((error: unknown) => {
    // A concurrent registration has taken the address: the second attempt finds its owner.
    if (services.policy.discloseAccounts || !isUniqueViolation(error, 'users_email_key')) throw error;
    return create();
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
