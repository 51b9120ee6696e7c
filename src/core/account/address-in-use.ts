import { raw, type EntityManager } from '@mikro-orm/postgresql';
import { createHash, randomUUID } from 'node:crypto';
import { User } from '../../database/entities/user.entity.js';
import type { Mail } from '../ports.js';
import type { PageUrls } from '../common/page-urls.js';

/**
 * Addresses that another account uses already. Unless the deployment discloses accounts, the caller learns nothing: the
 * request succeeds, and only the owner of the address receives a mail (decisions no. 16).
 */

/** The account that uses an address. */
export interface AddressOwner {
  readonly username: string;
  readonly email: string;
  readonly isActive: boolean;
}

/** Finds the account that uses an address, in any case; also an inactive one. */
export const ownerOf = (em: EntityManager, email: string): Promise<AddressOwner | null> =>
  em.findOne(
    User,
    { [raw('lower(email) = lower(?)', [email])]: [] },
    { fields: ['username', 'email', 'isActive'], disableIdentityMap: true },
  );

/** The mail to the owner of an address that someone has entered; none to an inactive account, which cannot log in. */
export const noticeTo = ({ username, email, isActive }: AddressOwner, pages: PageUrls): readonly Mail[] =>
  isActive ? [{ kind: 'address_in_use', to: email, data: { username, loginUrl: pages.login() } }] : [];

/** A domain that no mail reaches (RFC 6761 §6.4). */
const NOWHERE = '@address-in-use.invalid';

/**
 * The address of an account that was registered with the address of another one. The account looks like any other that
 * awaits verification, also by its avatar, and nothing can verify it.
 */
export const unusableAddress = (email: string) => ({
  email: `${randomUUID()}${NOWHERE}`,
  randomAvatarHash: createHash('md5').update(email.toLowerCase()).digest('hex'),
});

/** Whether an address belongs to such an account: no mail reaches it. */
export const isUnusable = (email: string): boolean => email.toLowerCase().endsWith(NOWHERE);

/** All other accounts. */
export const withUsableAddress = () => ({ [raw('email not like ?', [`%${NOWHERE}`])]: [] });
