import type { Comparison } from './comparison.js';

/** Ratings in the average of a talk (contract §4.5), and authors excluded from its count of comments. */
const visible = 'c.private = 0 and c.active = 1';
const rated = `${visible} and c.rating <> 0 and coalesce(c.user_id, 0) <> 0 and not exists (select * from talk_speaker s
  where s.talk_id = c.talk_id and s.speaker_id = c.user_id and s.status is null)`;
const ratedEvent = `c.event_id = e.ID and c.active = 1 and c.rating > 0 and coalesce(c.user_id, 0) <> 0 and not exists (select *
  from user_admin a where a.rid = e.ID and a.uid = c.user_id and a.rtype = 'event' and coalesce(a.rcode, '') <> 'pending')`;

/** Counted in MariaDB, and stored in PostgreSQL. */
export const counters: readonly Comparison[] = [
  {
    what: 'counters of events',
    legacy: `select e.ID, (select count(*) from user_attend a where a.eid = e.ID),
      (select count(*) from event_comments c where c.event_id = e.ID and c.active = 1),
      (select count(*) from event_comments c where ${ratedEvent}), (select coalesce(sum(c.rating), 0) from event_comments c where ${ratedEvent}),
      (select count(*) from event_track r where r.event_id = e.ID), (select count(*) from talks t where t.event_id = e.ID and t.active = 1),
      (select count(*) from talk_comments c join talks t on t.ID = c.talk_id where t.event_id = e.ID and t.active = 1 and ${visible})
      from events e`,
    lectern: `select id, attendee_count, comment_count, rating_count, rating_sum, track_count, talk_count, talk_comment_count
      from events`,
  },
  {
    what: 'counters of talks',
    legacy: `select t.ID, (select count(*) from talk_comments c where c.talk_id = t.ID and ${visible}),
      (select count(*) from talk_comments c where c.talk_id = t.ID and ${rated}),
      (select coalesce(sum(c.rating), 0) from talk_comments c where c.talk_id = t.ID and ${rated}),
      (select count(*) from user_talk_star s where s.tid = t.ID) from talks t where t.active = 1`,
    lectern: 'select id, comment_count, rating_count, rating_sum, star_count from talks',
  },
  {
    what: 'counters of tracks',
    legacy: `select r.ID, (select count(*) from talk_track k join talks t on t.ID = k.talk_id
      where k.track_id = r.ID and t.active = 1) from event_track r`,
    lectern: 'select id, talk_count from tracks',
  },
];
