import { sql } from 'kysely';
import { statement } from '../../database/sql/statement.js';

const DELIVERY_DAYS = 7;

/** Deletes deliveries 7 days after their change. */
export const deleteOldDeliveries = statement<object, object>(
  'delete old webhook deliveries',
  () => sql<object>`
    delete from webhook_deliveries where created_at < now() - make_interval(days => ${sql.raw(String(DELIVERY_DAYS))})`,
);
