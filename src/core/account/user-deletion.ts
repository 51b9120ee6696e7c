import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../context.js';
import { Application } from '../../database/entities/application.entity.js';
import { TalkComment } from '../../database/entities/comment.entity.js';
import { User } from '../../database/entities/user.entity.js';
import { recordDeletedComments } from '../changes/record-change.js';
import { domainError } from '../errors.js';
import { mayDeleteCommentsOfUser, mayDeleteUser, permit, requireAccountManager } from '../rules.js';
import { canonicalId, visibleUser } from '../common/visible-records.js';
import { inTransaction, statementsOf } from '../transaction/transactions.js';
import { personalRecords, type PersonalRecords, type PersonalRecordsName } from './personal-records.js';
import { findAccountNamed } from './user-named.js';

/**
 * Deletes an account (contract §3.9). The foreign keys and a trigger delete its tokens, claims, stars, attendance and
 * hosting. Its names on talks and its comments remain, without an account. Its applications are deleted, except
 * first-party ones, which lose their owner. The last site administrator cannot be deleted. Administrators can also
 * delete inactive accounts, which `visibleUser` does not find.
 *
 * @returns the ID of the deleted account
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN
 */
export async function deleteUser(context: Context, userId: string): Promise<string> {
  const viewer = requireAccountManager(context.viewer);
  const id = mayDeleteUser(viewer) ? canonicalId(userId) : (await visibleUser(context, userId)).id;
  permit(mayDeleteUser(viewer), 'ADMINS_ONLY');
  if (id === null) throw domainError('NOT_FOUND', 'USER_UNKNOWN');
  await context.transactions.withEntities(async (em) => {
    await lockAccount(em, id);
    await removeAccount(em, id);
  });
  return id;
}

/** Deletes a locked account within a transaction. First-party applications remain, without an owner. */
async function removeAccount(em: EntityManager, id: string): Promise<void> {
  await em.nativeUpdate(Application, { user: id, isFirstParty: true }, { user: null });
  await em.nativeDelete(User, { id });
}

/**
 * Deletes all comments of a user on talks, such as those of a spammer (contract §3.9).
 *
 * @returns the ID of the user
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN
 */
export async function deleteTalkCommentsOfUser(context: Context, userId: string): Promise<string> {
  const viewer = requireAccountManager(context.viewer);
  const { id } = await visibleUser(context, userId);
  permit(mayDeleteCommentsOfUser(viewer), 'ADMINS_ONLY');
  await context.transactions.withEntities(async (em) => {
    await statementsOf(em).run(recordDeletedComments, { user: id });
    await em.nativeDelete(TalkComment, { user: id });
  });
  return id;
}

/**
 * Locks an account before it is deleted or loses rights, so that nothing is added to it concurrently. Also locks the
 * active administrators, so that two of them cannot remove each other concurrently.
 *
 * @throws DomainError NOT_FOUND; FORBIDDEN with LAST_ADMIN_STAYS if no other site administrator is active
 */
export async function lockAccount(em: EntityManager, id: string): Promise<void> {
  const admins = { isAdmin: true, isActive: true };
  const locked = await em.find(
    User,
    { $or: [{ id }, admins] },
    { fields: ['isAdmin'], orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  const account = locked.find((user) => user.id === id);
  if (!account) throw domainError('NOT_FOUND', 'USER_UNKNOWN');
  const others = locked.filter((user) => user.id !== id);
  if (account.isAdmin && others.length === 0) throw domainError('FORBIDDEN', 'LAST_ADMIN_STAYS');
}

/** The number of rows of one kind about a person, and their outcome. */
export interface Erased {
  readonly records: PersonalRecordsName;
  readonly rows: number;
  readonly afterwards: PersonalRecords['afterwards'];
}

const kinds = Object.entries(personalRecords) as [PersonalRecordsName, PersonalRecords][];

/**
 * Deletes an account permanently, as its deletion in the service does, including a disabled one. Also clears the
 * person's name and address in events of which they are the contact, which a deletion leaves.
 *
 * @param username case-insensitive
 * @returns the number of rows of each kind
 * @throws DomainError NOT_FOUND; FORBIDDEN with LAST_ADMIN_STAYS
 */
export function eraseUser(em: EntityManager, username: string): Promise<Erased[]> {
  return inTransaction(em, async (fork): Promise<Erased[]> => {
    const user = await findAccountNamed(fork, username);
    if (!user) throw domainError('NOT_FOUND', 'USER_UNKNOWN');
    // The lock prevents additions, so that the counted rows are the erased ones.
    await lockAccount(fork, user.id);
    const erased: Erased[] = [];
    for (const [records, { table, condition, afterwards }] of kinds) {
      const counted = `select count(*)::int as rows from ${table} r join users u on ${condition} where u.id = ?`;
      const [found] = await fork.execute<{ rows: number }[]>(counted, [user.id]);
      erased.push({ records, rows: found?.rows ?? 0, afterwards });
    }
    await eraseLockedAccount(fork, user.id);
    return erased;
  });
}

/** Deletes a locked account within a transaction, and clears the person's name and address as a contact of events. */
export async function eraseLockedAccount(em: EntityManager, id: string): Promise<void> {
  await em.execute(partWithContact, [id]);
  await removeAccount(em, id);
}

/** Retains an address that is not the person's, such as that of a team. */
const partWithContact = `
  update events r set contact_name = null,
    contact_email = case when lower(r.contact_email) = lower(u.email) then null else r.contact_email end
  from users u where u.id = ? and ${personalRecords.eventsWithContact.condition}`;
