import { sql } from 'kysely';
import { statement } from '../../database/sql/statement.js';

/** A month: the link of the welcome mail is valid for a week, and can be requested again. */
const SECONDS = 30 * 86_400;

/**
 * When the account of a registration is deleted, unless it is verified before: its username is free again. This depends on
 * nothing else, so that it does not disclose whether the address is that of another account.
 *
 * @param now seconds since 1970
 */
export const verificationDeadline = (now: number): Date => new Date((now + SECONDS) * 1000);

/** Without those to which others have given a role; their accounts were never logged in to. */
export const deleteUnverifiedAccounts = statement<object, object>(
  'delete unverified accounts',
  () => sql<object>`
    delete from users u where u.id in (
      select id from users where verify_by < now() and not is_verified order by id limit 1000 for update skip locked
    ) and not u.is_verified and not u.is_admin and not u.is_trusted and u.last_login_at is null
      and not exists (select from event_hosts h where h.user_id = u.id)
      and not exists (select from talk_speakers s where s.user_id = u.id)`,
);
