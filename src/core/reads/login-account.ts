import { sql } from 'kysely';
import { db, statement, type Parameters, type RowOfStatement } from '../../database/sql/statement.js';

/** The active account of a username (case-insensitive), with the columns that login checks. */
export const loginAccount = statement('account to sign in', ($: Parameters<{ username: string }>) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.password_hash as passwordHash', 'u.is_verified as isVerified'])
    .where(sql<boolean>`lower(u.username) = lower(${$.username})`)
    .where('u.is_active', '=', true),
);

export type LoginAccountRow = RowOfStatement<typeof loginAccount>;
