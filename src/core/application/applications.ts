import type { Context } from '../context.js';
import { Application } from '../../database/entities/application.entity.js';
import { domainError } from '../errors.js';
import { requireAccountManager } from '../rules.js';
import { applicationFields, type ApplicationInput } from './application-fields.js';
import { newCredentials, sealedCredentials } from './client-credentials.js';
import { isNameOfService } from './service-name.js';
import { canonicalId } from '../common/visible-records.js';

/**
 * Applications, which v2.1 calls clients (contract §2.4). Visible only to their owner: others receive NOT_FOUND. Tokens of
 * third-party applications may not manage them: their secrets would let one application pose as another.
 */

/**
 * Registers an application of the viewer. It may use the password grant and is not first-party (decisions no. 17).
 *
 * @returns its ID
 * @throws DomainError UNAUTHENTICATED, FORBIDDEN, INVALID, RATE_LIMITED
 */
export async function registerApplication(context: Context, input: ApplicationInput): Promise<string> {
  const { id: user } = requireAccountManager(context.viewer);
  const hasRedirectUris = (input.redirectUris ?? []).length > 0;
  const isReserved = await isNameOfService(context, input.name);
  const fields = applicationFields(input, hasRedirectUris ? 'optional' : 'required', { isReserved });
  await context.limits.consume('applications_user', user);
  const credentials = sealedCredentials(newCredentials(), context.services.secretKey);
  return context.transactions.withEntities((em) => em.insert(Application, { user, ...fields, ...credentials }));
}

/**
 * Replaces the fields of an application of the viewer. Its key and secret remain unchanged.
 *
 * @returns its ID
 * @throws DomainError UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, INVALID
 */
export async function replaceApplication(
  context: Context,
  input: ApplicationInput & { readonly applicationId: string },
): Promise<string> {
  const { id: user } = requireAccountManager(context.viewer);
  const { id, name: storedName } = await ownApplication(context, input.applicationId);
  const isReserved = await isNameOfService(context, input.name);
  const fields = applicationFields(input, 'optional', { storedName, isReserved });
  await context.transactions.withEntities(async (em) => {
    if ((await em.nativeUpdate(Application, { id, user }, fields)) === 0) throw unknown();
  });
  return id;
}

/**
 * Deletes an application of the viewer and every token issued to it.
 *
 * @throws DomainError UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function deleteApplication(context: Context, applicationId: string): Promise<void> {
  const { id: user } = requireAccountManager(context.viewer);
  const { id } = await ownApplication(context, applicationId);
  await context.transactions.withEntities(async (em) => {
    if ((await em.nativeDelete(Application, { id, user })) === 0) throw unknown();
  });
}

const unknown = () => domainError('NOT_FOUND', 'APPLICATION_UNKNOWN');

/** An application of the viewer, with its ID in canonical form. */
async function ownApplication({ reads }: Context, applicationId: string) {
  const known = canonicalId(applicationId);
  const application = known === null ? null : await reads.load('application', known);
  if (!application) throw unknown();
  return application;
}
