import type { TestService } from '../support/service.js';
import * as make from '../support/factories.js';

/** Days from now, as ISO 8601; always the same instant for one number, so that records tie. */
export function daysFromNow(days: number): string {
  return new Date(Math.floor(Date.now() / 86_400_000 + days) * 86_400_000 + 12 * 3_600_000).toISOString();
}

/** A conference with five of each kind of record; most are equal in their sort key. */
export async function makeConference({ database: { pool } }: TestService) {
  const users: string[] = [];
  for (const name of ['Ann', 'Ann', 'Bea', 'Bea', 'Cy']) users.push(await make.createUser(pool, { full_name: name }));
  const [user = ''] = users;
  const event = await make.createEvent(pool, { name: 'The conference' });
  const tracks: string[] = [];
  for (const name of ['A', 'A', 'B', 'B', 'C']) tracks.push(await make.createTrack(pool, event, { name }));
  const [track = ''] = tracks;
  const talks: string[] = [];
  for (const hour of [10, 11, 10, 11, 10]) {
    const talk = await make.createTalk(pool, event, {
      title: 'A talk like the others',
      starts_at: `2026-06-01T${hour}:00:00Z`,
    });
    await make.putOnTrack(pool, event, talk, track);
    await make.createSpeaker(pool, event, talk, { user_id: user });
    talks.push(talk);
  }
  const [talk = ''] = talks;
  for (const second of [1, 2, 1, 2, 1]) {
    // Fractions of a second show whether a cursor keeps the full precision.
    const said = { user_id: user, created_at: `2026-06-01T12:00:0${second}.123456Z` };
    await make.createEventComment(pool, event, said);
    await make.createTalkComment(pool, event, talk, said);
  }
  for (const attendee of users) await make.createAttendee(pool, event, attendee);
  return { event, talk, track, user, users, talks, tracks };
}

/** Events around today that distinguish the filters of `events`, with ties in each list. */
export async function makeCalendar({ database: { pool } }: TestService): Promise<string[]> {
  const users = [await make.createUser(pool), await make.createUser(pool)];
  const events: string[] = [];
  for (const days of [-40, -40, -3, -3, -1, 0, 0, 2, 2, 30, 30]) {
    const event = await make.createEvent(pool, {
      name: `Calendar ${days}`,
      starts_at: daysFromNow(days),
      ends_at: daysFromNow(days + 1.5),
      tags: ['calendar'],
      cfp_ends_at: days > 0 ? daysFromNow(1) : null,
    });
    for (const user of users) {
      await make.createAttendee(pool, event, user);
      await make.createHost(pool, event, user);
    }
    events.push(event);
  }
  return events;
}
