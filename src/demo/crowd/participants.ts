import type { ClientBase } from 'pg';
import { insertRows, reserveIds } from '../../core/bulk/insert-rows.js';
import type { NewRow } from '../../database/insert-batch.js';
import { crowd } from '../data/index.js';
import type { CrowdEvent } from './events.js';
import { type CrowdSetting, MINUTE, strideThrough, DAY, share, skewedWeights } from './setting.js';
import type { CrowdTalk } from './talks.js';
import type { CrowdMember } from './users.js';

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
  const rows: Omit<NewRow<'talk_speakers'>, 'id'>[] = [];
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

const ATTENDEES_PER_EVENT = 10;
const EVENTS_PER_ATTENDEE = 20;
const STARS_PER_TALK = 1;

interface Participation {
  readonly events: readonly CrowdEvent[];
  readonly talks: readonly CrowdTalk[];
  readonly users: readonly CrowdMember[];
}

/** Inserts attendance and stars with a skewed distribution: a few popular records, many unpopular ones. */
export async function insertParticipation(
  client: ClientBase,
  { events, talks, users }: Participation,
  setting: CrowdSetting,
): Promise<void> {
  const { random, now } = setting;
  const tickets = Math.min(events.length * ATTENDEES_PER_EVENT, users.length * EVENTS_PER_ATTENDEE);
  const attendance = share(tickets, skewedWeights(events.length, random));
  const stars = share(talks.length * STARS_PER_TALK, skewedWeights(talks.length, random));
  function* attendees(): Generator<NewRow<'event_attendees'>, void> {
    for (const [place, { id, mornings }] of events.entries()) {
      const created_at = new Date(Math.min(mornings[0] ?? now, now) - DAY).toISOString();
      for (const user of strideThrough(users, attendance[place] ?? 0, random))
        yield { event_id: id, user_id: user.id, created_at };
    }
  }
  function* starred(): Generator<NewRow<'talk_stars'>, void> {
    for (const [place, { id, eventId, endsAt }] of talks.entries()) {
      const created_at = new Date(Math.min(endsAt, now) - DAY).toISOString();
      for (const user of strideThrough(users, stars[place] ?? 0, random)) {
        yield { event_id: eventId, talk_id: id, user_id: user.id, created_at };
      }
    }
  }
  setting.written(0, 'attendees');
  await insertRows(client, 'event_attendees', attendees());
  setting.written(0, 'stars');
  await insertRows(client, 'talk_stars', starred());
}
