import type { ClientBase } from 'pg';
import { insertRows, reserveIds } from '../../core/bulk/insert-rows.js';
import type { TableRow } from '../../core/bulk/tables.js';
import type { CrowdSetting } from './setting.js';
import { MINUTE } from './setting.js';
import { strideThrough } from './shares.js';
import type { CrowdTalk } from './talks.js';
import type { CrowdMember } from './users.js';
import { crowd } from '../data/index.js';

const { firstNames, lastNames } = crowd;

/** Maps a talk's ID to the accounts among its speakers. */
export type SpeakersOf = ReadonlyMap<number, readonly number[]>;

/** Inserts one or two speakers per talk, half of them with an account, and links for some past talks. */
export async function insertSpeakers(
  client: ClientBase,
  talks: readonly CrowdTalk[],
  users: readonly CrowdMember[],
  { random, now }: CrowdSetting,
): Promise<SpeakersOf> {
  const accounts = new Map<number, readonly number[]>();
  const rows: Omit<TableRow<'talk_speakers'>, 'id'>[] = [];
  for (const { id, eventId } of talks) {
    const members = strideThrough(users, random.chance(0.25) ? 2 : 1, random);
    const claimed = members.filter(() => random.chance(0.5));
    accounts.set(
      id,
      claimed.map((member) => member.id),
    );
    for (const member of members) {
      const isClaimed = claimed.includes(member);
      rows.push({
        event_id: eventId,
        talk_id: id,
        display_name: isClaimed ? member.fullName : `${random.pick(firstNames)} ${random.pick(lastNames)}`,
        user_id: isClaimed ? member.id : null,
      });
    }
  }
  const ids = await reserveIds(client, 'talk_speakers', rows.length);
  await insertRows(
    client,
    'talk_speakers',
    rows.map((row, index) => ({ ...row, id: ids[index]! })),
  );
  await insertRows(
    client,
    'talk_links',
    talks
      .filter(({ endsAt }) => endsAt < now && random.chance(0.3))
      .map(({ id, eventId, endsAt }) => ({
        event_id: eventId,
        talk_id: id,
        kind: random.pick(['SLIDES', 'SLIDES', 'VIDEO', 'CODE']),
        url: `https://example.org/talks/${id}`,
        created_at: new Date(endsAt + 60 * MINUTE).toISOString(),
      })),
  );
  return accounts;
}
