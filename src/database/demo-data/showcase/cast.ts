import type { ClientBase } from 'pg';
import { hashPassword } from '../../../passwords/passwords.js';
import { isDemoAccount, people } from '../people.js';
import type { Random } from '../random.js';
import { insertRows, reserveIds } from '../insert-rows.js';

const DAY = 86_400_000;
const ADMINISTRATOR = 'admin';

/** Somebody of the demo as stored. */
export interface CastMember {
  readonly id: number;
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
}

/** Everybody of the demo, by user name. Throws when nobody has the name. */
export interface Cast {
  readonly members: readonly CastMember[];
  readonly named: (username: string) => CastMember;
}

/** Stores the demo people; only the demo accounts get a password. */
export async function insertCast(
  client: ClientBase,
  { now, password, random }: { now: Date; password: (username: string) => string; random: Random },
): Promise<Cast> {
  const ids = await reserveIds(client, 'users', people.length);
  // Before the rows: chance must be drawn in the order of the people, whichever hash is done first.
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
      if (!member) throw new Error(`Nobody of the demo is called "${username}": add them to people.ts.`);
      return member;
    },
  };
}
