import type pg from 'pg';
import * as make from '../support/factories.js';
import type { World } from '../permissions/world.js';

const SPREAD = [
  {
    name: 'Past Days',
    slug: 'past-days',
    starts_at: '2025-04-01T09:00:00Z',
    ends_at: '2025-04-02T18:00:00Z',
    tags: ['php', 'old'],
  },
  {
    name: 'Soon Cafe',
    slug: 'soon-cafe',
    starts_at: '2026-06-20T09:00:00Z',
    ends_at: '2026-06-21T18:00:00Z',
    tags: ['php'],
  },
  {
    name: 'Later Café',
    slug: 'later',
    starts_at: '2026-09-01T09:00:00Z',
    ends_at: '2026-09-03T18:00:00Z',
    time_zone: 'America/New_York',
  },
  {
    name: 'Rejected',
    slug: 'rejected',
    starts_at: '2026-07-01T09:00:00Z',
    ends_at: '2026-07-02T18:00:00Z',
    status: 'REJECTED',
  },
];
const CALL = {
  cfp_url: 'https://example.org/cfp',
  cfp_starts_at: '2026-05-01T00:00:00Z',
  cfp_ends_at: '2026-07-01T00:00:00Z',
};
const TITLES = ['Über PostgreSQL', 'Testing <b>well</b> & fast', 'GraphQL "in" depth', 'Größe', '日本語の話'];

/** Adds further events to the world, so that lists have several records, filters exclude some, and text needs escaping. */
export async function addProgramme(pool: pg.Pool, { users }: World): Promise<void> {
  for (const [index, row] of SPREAD.entries()) {
    const event = await make.createEvent(pool, { ...row, ...(row.slug === 'later' && CALL) });
    await make.createHost(pool, event, users.otherHost);
    await make.createAttendee(pool, event, users.stranger);
    const tracks = [
      await make.createTrack(pool, event, { name: 'Main' }),
      await make.createTrack(pool, event, { name: 'Side' }),
    ];
    for (const [number, title] of TITLES.entries()) {
      const talk = await make.createTalk(pool, event, {
        title,
        slug: `talk-${index}-${number}`,
        starts_at: new Date(Date.parse(row.starts_at) + number * 1.8e6),
        talk_type_id: 1 + (number % 3),
        language_id: 1 + number,
      });
      await make.putOnTrack(pool, event, talk, tracks[number % 2] ?? '');
      await make.createSpeaker(pool, event, talk, {
        display_name: 'The speaker',
        user_id: number % 2 ? users.speaker : null,
      });
      await make.createStar(pool, event, talk, users.stranger);
      for (const rating of [1, 5, 0]) {
        const by = rating === 1 ? null : users.attendee;
        await make.createTalkComment(pool, event, talk, {
          rating,
          user_id: by,
          comment: `"${title}" deserves ${rating}\n`,
        });
      }
    }
    await make.createEventComment(pool, event, { user_id: users.speaker, comment: 'Well organized' });
  }
}
