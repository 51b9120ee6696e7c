import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { longDate } from '../date/long-date.js';
import { User } from '../../database/entities/user.entity.js';
import { statement, type Run } from '../../database/sql/statement.js';
import { revokeAccess } from '../common/revoke-access.js';
import { Validation } from '../common/validation.js';
import { visibleUser } from '../common/visible-records.js';
import type { Context } from '../context.js';
import { requireAccountManager } from '../rules.js';
import { DomainError } from '../errors.js';
import { inTransaction } from '../transaction/transactions.js';
import { verifyCurrentPassword } from './current-password.js';
import { eraseLockedAccount, lockAccount } from './user-deletion.js';

/** Users have a week to change their mind: a login cancels the deletion (`log-in.ts`). */
const WAIT_SECONDS = 7 * 86_400;

/**
 * Deletes the viewer's account in seven days, unless they log in before. Logs them out everywhere at once. Requires the
 * password, because a token alone must not delete an account.
 *
 * @returns the time of the deletion, as ISO 8601 in UTC
 * @throws DomainError UNAUTHENTICATED, INVALID, FORBIDDEN (also for the last site administrator), RATE_LIMITED
 */
export async function requestAccountDeletion(context: Context, password: string): Promise<string> {
  const { now, pages, services } = context;
  const viewer = requireAccountManager(context.viewer);
  const validation = new Validation();
  if (password === '') validation.add('FIELD_REQUIRED', 'password');
  validation.throwIfInvalid();
  const account = await visibleUser(context, viewer.id);
  const proven = await verifyCurrentPassword(context, account, password, 'password');
  const deletionAt = new Date((now + WAIT_SECONDS) * 1000);
  await context.transactions.withEntities(async (em) => {
    await lockAccount(em, viewer.id);
    const user = await em.findOneOrFail(User, viewer.id);
    proven.requireCurrent(user.passwordHash);
    await em.nativeUpdate(User, { id: viewer.id }, { deletionAt });
    await revokeAccess(em, viewer.id);
    const { username, email } = user;
    const data = { username, deletionDate: longDate(deletionAt), loginUrl: pages.login() };
    await services.mail.queue(em, [{ kind: 'account_deletion', to: email, data }]);
  });
  return deletionAt.toISOString();
}

const dueAccounts = statement<object, { id: string }>(
  'accounts due for deletion',
  () => sql<{ id: string }>`select id from users where deletion_at <= now() order by deletion_at limit 1000`,
);

interface DeletionParts {
  readonly em: EntityManager;
  readonly run: Run;
  /** Called for the last site administrator, whose account remains. */
  readonly onKept: (userId: string) => void;
  /** Called if a deletion fails, which the next run repeats. */
  readonly onFailed: (userId: string, error: unknown) => void;
}

/** Deletes the accounts whose time has come. Aborted between two accounts. */
export async function deleteDueAccounts(
  { em, run, onKept, onFailed }: DeletionParts,
  signal: AbortSignal,
): Promise<void> {
  for (const { id } of await run(dueAccounts, {})) {
    if (signal.aborted) return;
    try {
      await inTransaction(em, (fork) => deleteIfDue(fork, id));
    } catch (error) {
      if (error instanceof DomainError && error.code === 'FORBIDDEN') onKept(id);
      else onFailed(id, error);
    }
  }
}

/** A login may have cancelled the deletion, or an operator may have deleted the account. */
async function deleteIfDue(em: EntityManager, id: string): Promise<void> {
  const user = await em.findOne(User, { id, deletionAt: { $lte: new Date() } }, { fields: ['id'] });
  if (!user) return;
  await lockAccount(em, id);
  const { rows } = await sql`select from users where id = ${id} and deletion_at <= now()`.execute(em.getKysely());
  if (rows.length > 0) await eraseLockedAccount(em, id);
}
