import type { EntityManager } from '@mikro-orm/postgresql';
import { Application } from '../../database/entities/application.entity.js';
import { domainError } from '../errors.js';
import { findUserNamed } from '../account/user-named.js';
import { applicationFields, requireValidDescription, type ApplicationInput } from './application-fields.js';
import { newCredentials, sealedCredentials, type ClientCredentials } from './client-credentials.js';
import { isStorable } from '../../database/storable.js';

/** An application to be created by an operator, with settings that its owner cannot change. */
export interface OperatorApplication extends ApplicationInput {
  /** The owner's username, case-insensitive. */
  readonly username: string;
  readonly isFirstParty: boolean;
  /** Whether users can revoke its tokens in their token list (contract §2.3). */
  readonly tokensAreRevocable: boolean;
  /** Days without use after which its tokens expire; null: never (contract §2.2). */
  readonly tokenIdleDays: number | null;
}

/**
 * Creates an application. Only operators can create a first-party one (decisions no. 17).
 *
 * @param secretKey the service's key, 32 bytes
 * @returns its key and secret; null if no active account has that username
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

/** Fields of an application that an operator edits; absent ones remain unchanged. */
export interface ApplicationEdit {
  readonly name?: string;
  readonly description?: string;
  readonly isFirstParty?: boolean;
  readonly tokenIdleDays?: number | null;
}

/**
 * Edits any application.
 *
 * @throws DomainError INVALID, NOT_FOUND
 */
export async function editApplication(em: EntityManager, consumerKey: string, edit: ApplicationEdit): Promise<void> {
  requireValidDescription(edit);
  const changed = isStorable(consumerKey) ? await em.nativeUpdate(Application, { consumerKey }, edit) : 0;
  if (changed === 0) throw domainError('NOT_FOUND', 'APPLICATION_UNKNOWN');
}

/**
 * Sets whether an application is first-party (decisions no. 17). Applies to its existing tokens at once.
 *
 * @throws DomainError NOT_FOUND
 */
export async function setFirstParty(em: EntityManager, consumerKey: string, isFirstParty: boolean): Promise<void> {
  await editApplication(em, consumerKey, { isFirstParty });
}
