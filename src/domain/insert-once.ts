import type { EntityManager, EntityName, RequiredEntityData } from '@mikro-orm/postgresql';

/**
 * Adds a row, or leaves the one with the same key as it is. (The ORM's `upsert` would read the row again, and fail where
 * somebody else deletes it at that moment.)
 *
 * @param em inside a transaction
 */
export async function insertOnce<Entity extends object>(
  em: EntityManager,
  entity: EntityName<Entity>,
  row: RequiredEntityData<Entity>,
): Promise<void> {
  await em.createQueryBuilder(entity).insert(row).onConflict().ignore().execute();
}
