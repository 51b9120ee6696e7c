import type { ClientBase } from 'pg';
import { hashPassword } from '../../adapters/passwords/passwords.js';
import { isDemoAccount } from '../data/accounts.js';
import { people } from '../data/index.js';
import type { Random } from '../seed/random.js';
import { insertRows, reserveIds } from '../../core/bulk/insert-rows.js';

const DAY = 86_400_000;
const ADMINISTRATOR = 'admin';

/** A demo user as stored. */
export interface CastMember {
  readonly id: number;
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
}

/** All demo users, by username. `named` throws for an unknown name. */
export interface Cast {
  readonly members: readonly CastMember[];
  readonly named: (username: string) => CastMember;
}

/** Inserts the demo users; only the demo accounts get a password. */
export async function insertCast(
  client: ClientBase,
  { now, password, random }: { now: Date; password: (username: string) => string; random: Random },
): Promise<Cast> {
  const ids = await reserveIds(client, 'users', people.length);
  // Hash before generating the rows: random numbers must be drawn in a deterministic order.
  const hashes = await Promise.all(
    people.map(({ username }) => (isDemoAccount(username) ? hashPassword(password(username)) : Promise.resolve(null))),
  );
  const rows = people.map(({ username, fullName, biography, twitter, isTrusted }, index) => ({
    id: ids[index]!,
    username,
    full_name: fullName,
    email: `${username}@example.${index % 2 === 0 ? 'org' : 'net'}`,
    password_hash: hashes[index] ?? null,
    biography,
    twitter_username: twitter,
    is_verified: true,
    is_admin: username === ADMINISTRATOR,
    is_trusted: isTrusted,
    created_at: new Date(now.getTime() - random.between(400, 1_500) * DAY).toISOString(),
  }));
  await insertRows(client, 'users', rows);
  const members = rows.map(({ id, username, full_name: fullName, email }) => ({ id, username, fullName, email }));
  const byName = new Map(members.map((member) => [member.username, member]));
  return {
    members,
    named(username) {
      const member = byName.get(username);
      if (!member) throw new Error(`No demo user "${username}": add one to people.ts.`);
      return member;
    },
  };
}
