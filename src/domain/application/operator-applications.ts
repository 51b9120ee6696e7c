import type { EntityManager } from '@mikro-orm/postgresql';
import { Application } from '../../entities/application.entity.js';
import { fail } from '../../errors.js';
import { findUserNamed } from '../account/user-named.js';
import { applicationFields, type ApplicationInput } from './application-fields.js';
import { newCredentials, sealedCredentials, type ClientCredentials } from './client-credentials.js';
import { isStorable } from '../validation.js';

/** An application as an operator makes it, with what its owner cannot decide. */
export interface OperatorApplication extends ApplicationInput {
  /** The owner, in any case. */
  readonly username: string;
  readonly isFirstParty: boolean;
  /** Whether people may end its tokens from their list (contract §2.3). */
  readonly tokensAreRevocable: boolean;
  /** After how many days without use its tokens end; null: never (contract §2.2). */
  readonly tokenIdleDays: number | null;
}

/**
 * Makes an application. Only operators make one that belongs to the service itself (decisions.md no. 17).
 *
 * @param secretKey 32 bytes: that of the service
 * @returns its key and secret; null when no active account has that username
 * @throws DomainError INVALID
 */
export async function createApplication(
  em: EntityManager,
  secretKey: Buffer,
  input: OperatorApplication,
): Promise<ClientCredentials | null> {
  const { username, isFirstParty, tokensAreRevocable, tokenIdleDays } = input;
  const fields = applicationFields(input, 'optional');
  const user = await findUserNamed(em, username);
  if (!user) return null;
  const credentials = newCredentials();
  const settings = { isFirstParty, tokensAreRevocable, tokenIdleDays };
  await em.insert(Application, { user: user.id, ...fields, ...settings, ...sealedCredentials(credentials, secretKey) });
  return credentials;
}

/**
 * Says whether an application belongs to the service itself (decisions.md no. 17); its tokens may at once what that allows.
 *
 * @throws DomainError NOT_FOUND
 */
export async function setFirstParty(em: EntityManager, consumerKey: string, isFirstParty: boolean): Promise<void> {
  const changed = isStorable(consumerKey) ? await em.nativeUpdate(Application, { consumerKey }, { isFirstParty }) : 0;
  if (changed === 0) throw fail('NOT_FOUND', 'APPLICATION_UNKNOWN');
}
