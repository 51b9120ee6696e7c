import { sql } from 'kysely';

/**
 * Whether the owner of the webhook `w` may receive its changes: an active account of a host of the event or of a site
 * administrator.
 */
export const mayReceive = sql<boolean>`exists (select from users o where o.id = w.user_id and o.is_active
  and (o.is_admin or exists (select from event_hosts h where h.event_id = w.event_id and h.user_id = o.id)))`;
