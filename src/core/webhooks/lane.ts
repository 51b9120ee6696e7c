import { sql } from 'kysely';

/** Webhooks of an owner whose attempts run independently of each other. */
const LANES = 4;

/**
 * The group of jobs that run at the same time, of which there are few places (`places.ts`): each of the first webhooks
 * `w` of an owner has its own, and further ones share them. However many slow receivers an owner has, they leave places to
 * others. Those of site administrators are independent.
 */
export const laneOf = sql<string>`
  case when (select o.is_admin from users o where o.id = w.user_id) then w.id::text
  else w.user_id || '.' || (select count(*) from webhooks o where o.user_id = w.user_id and o.id < w.id) % ${sql.lit(LANES)}
  end`;
