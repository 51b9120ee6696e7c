import type { ClientBase } from 'pg';

/** Runs `work` in a transaction, which is rolled back if it fails. The client must not be in a transaction already. */
export async function withTransaction<Result>(client: ClientBase, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
