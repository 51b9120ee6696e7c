import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.js';
import { Application } from '../../database/entities/application.entity.js';
import { domainError } from '../errors.js';
import { authenticateClient } from './client-credentials.js';
import { logIn, requireLogin, type Login } from './log-in.js';
import { deleteInvalidTokens, storeToken } from './tokens.js';

/** A user's name and password, and the credentials of the application that collected them. */
export interface Credentials extends Login {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A bearer token, returned only once, and the ID of its user. */
interface IssuedToken {
  readonly token: string;
  readonly userId: string;
}

/**
 * Logs in a user: the password grant of contract §2.2.
 *
 * @throws DomainError INVALID; FORBIDDEN with CLIENT_REFUSED; the errors of `logIn`
 */
export async function issueToken(context: Context, credentials: Credentials): Promise<IssuedToken> {
  requireLogin(credentials);
  const client = await authenticateClient(context, credentials.clientId, credentials.clientSecret);
  if (!client?.mayUsePasswordGrant) throw domainError('FORBIDDEN', 'CLIENT_REFUSED');
  const { value: token, userId } = await logIn(context, credentials, async (em, id) => {
    await lockApplication(em, client.id);
    await deleteInvalidTokens(em, id, context.now);
    return storeToken(em, id, client.id, context.services.secretKey);
  });
  return { token, userId };
}

/** @throws DomainError FORBIDDEN if the application was deleted, or lost the password grant, concurrently */
async function lockApplication(em: EntityManager, id: string): Promise<void> {
  const which = { id, mayUsePasswordGrant: true };
  const application = await em.findOne(Application, which, { lockMode: LockMode.PESSIMISTIC_READ, fields: ['id'] });
  if (!application) throw domainError('FORBIDDEN', 'CLIENT_REFUSED');
}
