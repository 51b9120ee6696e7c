import type { ClientBase } from 'pg';
import { slugOf } from '../../core/common/slug.js';
import { insertRows } from '../../core/bulk/insert-rows.js';
import type { NewRow } from '../../database/insert-batch.js';
import { type CrowdSetting, DAY, phrase } from './setting.js';
import { crowd } from '../data/index.js';

const { firstNames, lastNames, sentences } = crowd;

/** A generated user. */
export interface CrowdMember {
  readonly id: number;
  readonly fullName: string;
}

/** Inserts the generated users; they have no password and cannot log in. */
export async function insertUsers(
  client: ClientBase,
  ids: readonly number[],
  setting: CrowdSetting,
): Promise<CrowdMember[]> {
  const members: CrowdMember[] = [];
  function* rows(): Generator<NewRow<'users'>, void> {
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
