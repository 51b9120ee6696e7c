import type { ClientBase } from 'pg';
import { slugOf } from '../../../domain/slug.js';
import { insertRows } from '../insert-rows.js';
import type { TableRow } from '../tables.js';
import { firstNames, lastNames } from './names.js';
import { sentences } from './phrases.js';
import type { CrowdSetting } from './setting.js';
import { DAY } from './setting.js';
import { phrase } from './text.js';

/** Somebody of the crowd. */
export interface CrowdMember {
  readonly id: number;
  readonly fullName: string;
}

/** Stores the people of the crowd; none of them can log in. */
export async function insertUsers(
  client: ClientBase,
  ids: readonly number[],
  setting: CrowdSetting,
): Promise<CrowdMember[]> {
  const members: CrowdMember[] = [];
  function* rows(): Generator<TableRow<'users'>, void> {
    const { random, names, now } = setting;
    for (const id of ids) {
      const fullName = `${random.pick(firstNames)} ${random.pick(lastNames)}`;
      const username = names.takeUsername(slugOf(fullName).replaceAll('-', '.'));
      members.push({ id, fullName });
      yield {
        id,
        username,
        full_name: fullName,
        email: `${username}@example.com`,
        password_hash: null,
        biography: random.chance(0.3) ? phrase(random.pick(sentences), random) : null,
        twitter_username: null,
        is_verified: true,
        is_admin: false,
        is_trusted: false,
        created_at: new Date(now - random.between(1, 3_000) * DAY).toISOString(),
      };
    }
  }
  await insertRows(client, 'users', rows(), (count) => setting.written(count, 'users'));
  return members;
}
