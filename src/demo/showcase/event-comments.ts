import type { ClientBase } from 'pg';
import { commentDigest } from '../../core/comment/comment-digest.js';
import { eventRemarks } from '../data/index.js';
import type { DemoComment } from '../data/schema.js';
import { insertRows, reserveIds } from '../../core/bulk/insert-rows.js';
import type { Random } from '../seed/random.js';
import type { TableRow } from '../../core/bulk/tables.js';
import type { Cast } from './cast.js';
import type { Attendance } from './marks.js';
import type { PlacedEvent } from './placed.js';
import { iso } from './placed.js';
import { deckOf, moments, pickSource, ratingRule } from './voices.js';

const DAY = 86_400_000;
const TALKATIVE_DAYS = 8;

interface Hall {
  readonly events: readonly PlacedEvent[];
  readonly attendance: Attendance;
  readonly cast: Cast;
  readonly random: Random;
  readonly now: Date;
}

/** Inserts comments on events; generic remarks only after the event has ended. */
export async function insertEventComments(client: ClientBase, hall: Hall): Promise<void> {
  const { events, cast, random, now } = hall;
  const deal = deckOf(eventRemarks, random);
  const effective = ratingRule();
  const rows: Omit<TableRow<'event_comments'>, 'id'>[] = [];
  for (const { id, conference, schedule, hosts } of events) {
    const said: DemoComment[] = [...(conference.comments ?? [])];
    if (schedule.endsAt.toMillis() < now.getTime()) {
      const silent = (hall.attendance.get(id) ?? []).filter(
        (member) => !hosts.includes(member) && !said.some(([author]) => author === member.username),
      );
      for (const member of random.sample(silent, random.between(1, 2))) {
        const remark = deal();
        if (remark) said.push([member.username, ...remark]);
      }
    }
    const from = Math.min(schedule.startsAt.toMillis(), now.getTime() - TALKATIVE_DAYS * DAY);
    const to = Math.min(schedule.endsAt.toMillis() + TALKATIVE_DAYS * DAY, now.getTime());
    const times = moments(said.length, from, to, random);
    said.forEach(([author, rating, comment], index) => {
      const member = author === null ? null : cast.named(author);
      rows.push({
        event_id: id,
        user_id: member?.id ?? null,
        author_name: member?.fullName ?? null,
        rating: effective(id, member?.id ?? null, member === null || !hosts.includes(member), rating),
        comment,
        source: pickSource(random),
        is_hidden: false,
        digest: commentDigest(comment),
        created_at: iso(times[index]!),
      });
    });
  }
  rows.sort((one, other) => one.created_at.localeCompare(other.created_at));
  const ids = await reserveIds(client, 'event_comments', rows.length);
  await insertRows(
    client,
    'event_comments',
    rows.map((row, index) => ({ ...row, id: ids[index]! })),
  );
}
