import type pg from 'pg';

/**
 * Some thirty events, sixty talks and a hundred and fifty comments: one event, one talk and one user with more of
 * everything than a page, many equal timestamps, and hidden records of each kind.
 */
const world = `
insert into users (username, full_name, email, is_active, is_admin)
  select 'user' || n, 'Name ' || (n % 7), 'user' || n || '@example.org', n % 9 <> 8, n = 1 from generate_series(1, 32) n;

insert into events (name, slug, description, location, time_zone, starts_at, ends_at, status, is_private, stub,
    cfp_starts_at, cfp_ends_at, cfp_url)
  select 'Event ' || n, 'event-' || n, 'About', 'online', 'Europe/Amsterdam', start, start + interval '2 days',
    case n % 10 when 7 then 'PENDING' when 8 then 'REJECTED' else 'APPROVED' end, n % 10 = 9,
    case when n % 3 = 0 then 'e' || n end,
    case when n % 8 < 4 then now() - interval '3 days' end, case when n % 4 < 3 then now() + (n - 10) * interval '1 day' end,
    case when n % 4 < 3 then 'https://example.org/cfp' end
  from generate_series(1, 33) n, lateral (select now() + (n / 2 - 12) * interval '9 days' - interval '5 hours' as start) s;

insert into event_hosts (event_id, user_id)
  select e.id, u.id from events e, users u where u.id in (2, 3 + e.id % 20) or e.id = 1;
insert into event_attendees (event_id, user_id)
  select e.id, u.id from events e, users u where e.id = 1 or u.id = 2 or (e.id * u.id) % 11 = 0;

insert into tracks (event_id, name) select case when n <= 23 then 1 else n end, 'Track ' || (n % 5) from generate_series(1, 33) n;
insert into talks (event_id, title, slug, description, talk_type_id, language_id, starts_at, stub)
  select e.id, 'Talk ' || n, 'talk-' || n, 'About', 1 + n % 5, 1 + n % 9, e.starts_at + (n / 3) * interval '1 hour', to_hex(n)
  from generate_series(1, 60) n join events e on e.id = case when n <= 25 then 1 else n % 33 + 1 end;
insert into talk_tracks (event_id, talk_id, track_id)
  select t.event_id, t.id, k.id from talks t join tracks k using (event_id) where (t.id + k.id) % 6 = 0 or t.event_id > 1;

insert into talk_speakers (event_id, talk_id, display_name, user_id)
  select event_id, id, 'Speaker ' || id || ' ' || n, case when n = 1 then 2 when n = 2 and id % 2 = 0 then 8 end
  from talks, generate_series(1, 4) n;
insert into speaker_claims (event_id, talk_id, speaker_id, user_id, claimed_at)
  select event_id, talk_id, id, 5, now() from talk_speakers where user_id is null and id % 4 = 3;

insert into event_comments (event_id, user_id, rating, comment, is_hidden, created_at)
  select case when n <= 25 then 1 else n % 33 + 1 end, nullif(1 + n % 32, 20), n % 6, 'Event comment ' || n, n % 7 = 0,
    now() - (n / 3) * interval '1 hour'
  from generate_series(1, 60) n;
insert into talk_comments (event_id, talk_id, user_id, rating, comment, is_hidden, is_private, created_at)
  select t.event_id, t.id, case when n <= 40 then 2 else nullif(1 + n % 32, 20) end, n % 6, 'Talk comment ' || n, n % 7 = 0,
    n % 11 = 0, now() - (n / 3) * interval '1 hour'
  from generate_series(1, 90) n join talks t on t.id = case when n % 3 = 0 then 1 else 1 + n % 60 end;
insert into comment_reports (event_id, event_comment_id) select event_id, id from event_comments where is_hidden;
insert into comment_reports (event_id, talk_comment_id) select event_id, id from talk_comments where is_hidden;
`;

/** Fills an empty database: the IDs of all tables begin with 1. @returns the ID of the site administrator */
export async function createCrawlerWorld(pool: pg.Pool): Promise<string> {
  await pool.query(world);
  return '1';
}
