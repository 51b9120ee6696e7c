import type { EntityManager } from '@mikro-orm/postgresql';
import { domainError } from '../errors.js';
import { inTransaction } from '../transaction/transactions.js';
import { lockAccount } from './lock-account.js';
import { personalRecords, type PersonalRecords, type PersonalRecordsName } from './personal-records.js';
import { removeAccount } from './user-deletion.js';
import { findAccountNamed } from './user-named.js';

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
    await fork.execute(partWithContact, [user.id]);
    await removeAccount(fork, user.id);
    return erased;
  });
}

/** Retains an address that is not the person's, such as that of a team. */
const partWithContact = `
  update events r set contact_name = null,
    contact_email = case when lower(r.contact_email) = lower(u.email) then null else r.contact_email end
  from users u where u.id = ? and ${personalRecords.eventsWithContact.condition}`;
