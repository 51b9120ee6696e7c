import type { EntityManager } from '@mikro-orm/postgresql';
import { fail } from '../../errors.js';
import { lockAccount } from './lock-account.js';
import { personalRecords, type PersonalRecords, type PersonalRecordsName } from './personal-records.js';
import { removeAccount } from './user-deletion.js';
import { findAccountNamed } from './user-named.js';

/** What there was of one kind of rows about a person, and what has become of them. */
export interface Erased {
  readonly records: PersonalRecordsName;
  readonly rows: number;
  readonly afterwards: PersonalRecords['afterwards'];
}

const kinds = Object.entries(personalRecords) as [PersonalRecordsName, PersonalRecords][];

/**
 * Deletes an account for good, be it disabled, as its deletion in the service does; and takes the person's name and
 * address out of the events of which they are the contact, which a deletion leaves.
 *
 * @param username in any case
 * @returns of every kind of rows how many there were
 * @throws DomainError NOT_FOUND; FORBIDDEN with LAST_ADMIN_STAYS
 */
export function eraseUser(em: EntityManager, username: string): Promise<Erased[]> {
  return em.fork().transactional(async (fork) => {
    const user = await findAccountNamed(fork, username);
    if (!user) throw fail('NOT_FOUND', 'USER_UNKNOWN');
    // From here on nothing is added to it: what is counted is what goes.
    await lockAccount(fork, user.id);
    const erased: Erased[] = [];
    for (const [records, { table, whose, afterwards }] of kinds) {
      const counted = `select count(*)::int as rows from ${table} r join users u on ${whose} where u.id = ?`;
      const [found] = await fork.execute<{ rows: number }[]>(counted, [user.id]);
      erased.push({ records, rows: found?.rows ?? 0, afterwards });
    }
    await fork.execute(partWithContact, [user.id]);
    await removeAccount(fork, user.id);
    return erased;
  });
}

/** An address that is not the person's, such as that of a whole team, stays. */
const partWithContact = `
  update events r set contact_name = null,
    contact_email = case when lower(r.contact_email) = lower(u.email) then null else r.contact_email end
  from users u where u.id = ? and ${personalRecords.eventsWithContact.whose}`;
