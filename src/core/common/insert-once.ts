import type { EntityManager, EntityName, RequiredEntityData } from '@mikro-orm/postgresql';

/**
 * Inserts a row unless its key exists. The ORM's `upsert` would read the row again, and fail if it is deleted
 * concurrently.
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
