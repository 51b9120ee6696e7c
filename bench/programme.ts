import type { Client } from 'pg';

/** The event whose calendar is measured. */
export const programme = { slug: 'a-thousand-talks', events: 1, talks: 1_000 } as const;

const TRACKS = 10;

/**
 * Inserts an event with a thousand talks on ten tracks, each with a speaker: the half of them linked to an account.
 * It is older than all others, so that no other comparison reads it.
 */
export async function insertProgramme(client: Client): Promise<void> {
  await client.query(
    `with event as (
      insert into events (name, slug, description, location, starts_at, ends_at, time_zone, status)
        values ('A thousand talks', $1, 'About the event', 'Amsterdam', '1999-06-07T07:00:00Z', '1999-06-11T16:00:00Z',
          'Europe/Amsterdam', 'APPROVED') returning id),
    tracks as (
      insert into tracks (event_id, name, description)
        select id, 'Track ' || n, '' from event cross join generate_series(1, $3::int) as n returning id, event_id),
    talks as (
      insert into talks (event_id, title, slug, description, talk_type_id, language_id, starts_at, duration_minutes, stub)
        select event.id, 'Talk ' || n, 'talk-' || n, repeat('What this talk is about, in a sentence. ', 8),
          (select min(id) from talk_types), (select min(id) from languages),
          '1999-06-07T07:00:00Z'::timestamptz + (n / 200) * interval '1 day' + (n % 200) / 20 * interval '50 minutes', 45,
          'programme-' || n
        from event cross join generate_series(1, $2::int) as n returning id, event_id),
    speakers as (
      insert into talk_speakers (event_id, talk_id, display_name, user_id)
        select event_id, id, 'Speaker ' || id, case when id % 2 = 0 then (select min(id) from users) end from talks)
    insert into talk_tracks (event_id, talk_id, track_id)
      select event_id, id, (select min(id) from tracks) + id % $3::int from talks`,
    [programme.slug, programme.talks, TRACKS],
  );
}
