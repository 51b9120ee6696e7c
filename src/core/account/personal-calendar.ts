import type { Context } from '../context.js';
import { PersonalCalendar } from '../../database/entities/user.entity.js';
import { hashToken, newMarkedToken } from '../common/bearer-token.js';
import { personalCalendarUrl } from '../common/page-urls.js';
import { requireAccountManager } from '../rules.js';

/**
 * Creates the secret URL of the viewer's calendar, and replaces an earlier one. Stores only the hash of the secret.
 * Third-party applications may not: the URL would outlive their tokens.
 *
 * @returns the URL, which cannot be read again
 * @throws DomainError UNAUTHENTICATED, FORBIDDEN
 */
export async function createPersonalCalendar(context: Context): Promise<string> {
  const viewer = requireAccountManager(context.viewer);
  const secret = newMarkedToken(context.services.secretKey);
  const row = { user: viewer.id, secretHash: hashToken(secret), createdAt: new Date(context.now * 1000) };
  await context.transactions.withEntities((em) =>
    em.upsert(PersonalCalendar, row, { onConflictFields: ['user'], onConflictExcludeFields: ['id'] }),
  );
  return personalCalendarUrl(context.origin, secret);
}

/**
 * Revokes the URL of the viewer's calendar at once; does nothing without one.
 *
 * @throws DomainError UNAUTHENTICATED, FORBIDDEN
 */
export async function revokePersonalCalendar(context: Context): Promise<void> {
  const viewer = requireAccountManager(context.viewer);
  await context.transactions.withEntities((em) => em.nativeDelete(PersonalCalendar, { user: viewer.id }));
}
