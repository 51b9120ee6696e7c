import { sql } from 'kysely';
import { db, statement, type Parameters, type RowOfStatement } from './statement.js';

/** The active account of a username, in any case, with what decides whether somebody may log in to it. */
export const accountToSignIn = statement('account to sign in', ($: Parameters<{ username: string }>) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.password_hash as passwordHash', 'u.is_verified as isVerified'])
    .where(sql<boolean>`lower(u.username) = lower(${$.username})`)
    .where('u.is_active', '=', true),
);

export type SignInRow = RowOfStatement<typeof accountToSignIn>;
