import * as make from '../support/factories.js';
import type { TestService } from '../support/service.js';
import { ask, type Answer } from './ask.js';

/** A talk that users can comment on. */
export interface KeyedWorld {
  readonly event: string;
  readonly talk: string;
  readonly user: string;
  readonly token: string;
}

export const words = { comment: 'Good', rating: 4 };

export async function keyedWorld({ database: { pool } }: TestService): Promise<KeyedWorld> {
  const event = await make.createEvent(pool);
  const user = await make.createUser(pool);
  return { event, user, talk: await make.createTalk(pool, event), token: await make.createToken(pool, user) };
}

export const postUnder = (
  service: Pick<TestService, 'base'>,
  key: string,
  path: string,
  token: string,
  body: unknown = words,
): Promise<Answer> => ask(service, path, { method: 'POST', token, body, headers: { 'Idempotency-Key': key } });

/** Number of rows of a table that belong to the event. */
export async function rowsOf({ database }: TestService, table: string, event: string): Promise<number> {
  const { rows } = await database.pool.query(`select from ${table} where event_id = $1`, [event]);
  return rows.length;
}

/** The stored idempotency keys of the user. */
export async function keysOf({ database }: TestService, user: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ key: string }>('select key from idempotency_keys where user_id = $1', [
    user,
  ]);
  return rows.map(({ key }) => key);
}
